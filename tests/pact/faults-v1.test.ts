import { faultsSeen } from './support/faults.ts'

faultsSeen(({ id }) => id.startsWith('v1-removed/'), '../snapshots/pact-faults-v1.txt')
