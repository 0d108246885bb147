import { fullMatrix } from './full.ts'

fullMatrix(1, 4)
