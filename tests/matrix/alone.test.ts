import { suitesAlone } from './alone.ts'

suitesAlone(() => true, 1)
