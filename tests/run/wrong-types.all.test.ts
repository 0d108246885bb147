import { telling, wrongTypes } from './wrong-types.ts'

wrongTypes(name => !telling.includes(name))
