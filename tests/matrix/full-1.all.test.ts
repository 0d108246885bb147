import { fullMatrix } from './kill.ts'

fullMatrix(0, 4)
