import { catalogue } from '../../suites/catalogue.ts'
import { latitudeMatrix } from './kill.ts'

latitudeMatrix(catalogue)
