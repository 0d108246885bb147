import { fullMatrix } from './kill.ts'

fullMatrix(2, 4)
