import { suitesAlone } from './alone.ts'

suitesAlone(at => at % 2 === 0)
