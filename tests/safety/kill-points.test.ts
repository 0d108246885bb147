import { testKillPoints, testSecondInterrupt } from './support/kill-points.ts'
import { killPoints } from './support/tables.ts'

// One moment per signal, with something to clean up; all of them are in kill-points.all.test.ts.
testKillPoints(
  ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'].flatMap(name =>
    killPoints
      .filter(({ signal, when, what }) => signal === name && when === 'after' && what === 'creation')
      .slice(0, 1),
  ),
)
testSecondInterrupt()
