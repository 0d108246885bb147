/** Runs in a row during which the target's process may end before that is taken for the runs' own doing. */
const endingsInARow = 2

/**
 * A server that a run brings down, and that something starts again, would be run against for ever. So the target's process may end during
 * two runs in a row; from then on its restarts begin no run until something else happened.
 */
export const restartsThatCount = () => {
  let endings = 0
  let inRun = false
  let counted = false
  let completed = true
  return {
    runBegins: (): void => {
      counted = false
      completed = false
    },
    runCompleted: (): void => {
      completed = true
      if (!counted) endings = 0
    },
    ended: (): void => {
      // After a run that was broken off it may take several endings until the target is up.
      inRun = !completed
      if (!inRun) endings = 0
      else if (!counted) endings += 1
      counted = true
    },
    forget: (): void => {
      endings = 0
    },
    /** How many runs in a row the target did not outlive, where these are too many. */
    tooMany: (): number | undefined => (inRun && endings > endingsInARow ? endings : undefined),
  }
}
