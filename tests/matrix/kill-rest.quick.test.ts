import { killMatrix } from './kill.ts'

killMatrix(({ id }) => !id.startsWith('v1-removed/'), 'own')
