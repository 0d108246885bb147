import { fullMatrix } from './kill.ts'

fullMatrix(1, 4)
