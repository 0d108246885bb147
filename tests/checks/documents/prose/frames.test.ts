import { expect, it } from 'vitest'
import { withoutFrames } from '../../../../checks/documents/prose/frames.ts'

it.each([
  ['Some say that v1 still works, but it was removed.', ', but it was removed.'],
  ['"The v1 API still works" is what a post says.', ' is what a post says.'],
  ['Unlike GetRepository, v1 was removed.', ' v1 was removed.'],
  ['The old endpoints which GetRepository and CheckRepository replace.', 'The old endpoints … .'],
  ['If you get a 200 from v1, ask your proxy.', ' ask your proxy.'],
  ['If you call v1, you get a 410.', 'If you call v1, you get a 410.'],
  ['Endpoints that are replaced by GetRepository.', 'Endpoints that are replaced by GetRepository.'],
  ['The v1 API was removed.', 'The v1 API was removed.'],
  ['You call GET /lids → use GetLid.', ' GET /lids → use GetLid.'],
  ['Whoever only asks HEAD /lids should go to CheckLid.', ' HEAD /lids should go to CheckLid.'],
  ['You call GET /lids and get a list.', 'You call GET /lids and get a list.'],
  ['Whoever calls GET /lids can go on.', 'Whoever calls GET /lids can go on.'],
])('leaves what a page itself states, where it stands: %s', (sentence, rest) => {
  expect(withoutFrames(sentence).trimStart().replace(/ {2,}/, ' … ')).toBe(rest.trimStart())
})
