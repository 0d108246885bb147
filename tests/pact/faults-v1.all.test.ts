import { faultsSeen } from './support/faults.ts'

faultsSeen('v1')
