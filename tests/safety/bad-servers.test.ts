import { everyRunEnds } from './support/judge-bad-server.ts'

everyRunEnds(['repositories'])
