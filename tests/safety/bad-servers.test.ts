import { everyRunEnds } from './support/judge-bad-server.ts'

// One that reads what is not there, one that creates and lists, and one that reads pages.
everyRunEnds({ only: ['repositories/missing-get', 'repositories/created-list', 'repositories/listed-tags'] })
