import { testKillPoints } from './support/kill-points.ts'
import { killPoints } from './support/tables.ts'

testKillPoints(killPoints)
