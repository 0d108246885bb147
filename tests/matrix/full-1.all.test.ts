import { fullMatrix } from './full.ts'

fullMatrix(0, 4)
