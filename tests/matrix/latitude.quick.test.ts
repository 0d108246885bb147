import { latitudeMatrix } from './kill.ts'

latitudeMatrix(() => true, 'own')
