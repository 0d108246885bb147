import { catalogue } from '../../suites/catalogue.ts'
import { killMatrix } from './kill.ts'

killMatrix(catalogue.filter(({ id }) => id.startsWith('v1-removed/')))
