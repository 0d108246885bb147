import { reportsAreRecomputed } from './recomputed.ts'

reportsAreRecomputed(['access-tokens', 'replacements', 'audit-logs', 'http'])
