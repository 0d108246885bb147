import { testKillPoints } from './support/kill-points.ts'
import { firstKillPoints, killPoints } from './support/tables.ts'

testKillPoints(killPoints.filter(point => !firstKillPoints.includes(point)))
