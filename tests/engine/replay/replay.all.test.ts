import { reportsAreRecomputed } from './recomputed.ts'

reportsAreRecomputed()
