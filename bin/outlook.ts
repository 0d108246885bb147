import type { RunInput } from '../engine/options.ts'
import type { Outlook } from '../engine/outlook.ts'
import { count } from '../reporters/text.ts'
import { oneLine } from './say.ts'

const names = { repository: 'a repository', pat: 'personal access tokens', oat: 'organization access tokens' } as const

/** What a run is going to do, in words. */
export const outlookLines = (
  outlook: Outlook,
  { target, fixtures, credentials }: Pick<RunInput, 'target' | 'fixtures' | 'credentials'>,
): readonly string[] => {
  const { creates, methods, v1Methods } = outlook
  const places = {
    repository: ` in ${oneLine(fixtures?.namespace ?? credentials?.username ?? 'the namespace')}`,
    pat: ' of your account',
    oat: ` of ${oneLine(fixtures?.org ?? 'the organization')}`,
  }
  const whole = creates.map(kind => names[kind] + places[kind]).join(', ')
  return [
    `${'url' in target && target.url !== undefined ? oneLine(target.url) : 'the built-in hub'}: ${count(outlook.requirements, 'requirement')}, ${count(outlook.cases, 'case')}, about ${outlook.requests} requests`,
    ...(v1Methods.length === 0 ? [] : [`removed v1 routes are asked with ${v1Methods.join(', ')}`]),
    `current routes are asked with ${methods.join(', ')}`,
    creates.length === 0
      ? 'nothing is created'
      : `created, and deleted again: ${whole}; about ${outlook.creations} things, all named hub-conformance-…`,
  ]
}
