import { fullMatrix } from './kill.ts'

fullMatrix(3, 4)
