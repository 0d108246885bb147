import { fullMatrix } from './full.ts'

fullMatrix(3, 4)
