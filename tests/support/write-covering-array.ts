import { writeFileSync } from 'node:fs'
import { make } from './covering-array.ts'

// Made once (`npm run array`) and kept: the larger one takes minutes, and every run of a version sends the same.
const arrays = { pairs: make('pairs', 60, 6), thorough: make('thorough', 4, 7) }
writeFileSync('checks/v1/covering-array.json', `${JSON.stringify(arrays, null, 2)}\n`)
