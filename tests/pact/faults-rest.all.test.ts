import { faultsSeen } from './support/faults.ts'

faultsSeen('rest')
