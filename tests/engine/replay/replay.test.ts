import { reportsAreRecomputed } from './recomputed.ts'

reportsAreRecomputed(['presence', 'replacements', 'http'])
