import { fullMatrix } from './full.ts'

fullMatrix(2, 4)
