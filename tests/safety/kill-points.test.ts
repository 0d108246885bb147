import { testKillPoints, testSecondInterrupt } from './support/kill-points.ts'
import { firstKillPoints } from './support/tables.ts'

testKillPoints(firstKillPoints)
testSecondInterrupt()
