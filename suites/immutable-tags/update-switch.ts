import {
  hasPlaceForRules,
  placelessLooks,
  readSettings,
  ruleOf,
  type ShownSettings,
  setRules,
  settingsIn,
  updating,
  whileAlone,
  withSwitch,
} from '../../checks/immutable-tags.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import type { JsonObject } from '../../checks/reading/json.ts'
import { ownAnswerTo, refused } from '../../checks/round-trip.ts'
import { published } from '../../checks/source.ts'
import { isSwitchedOff, switchesOf } from '../../checks/token-calls.ts'
import { settingsInOne, settingsModes, withSettings } from '../../checks/twists/settings.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { faultsFor, to, variant } from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Probe, Requirement } from '../../contracts/requirement.ts'
import { type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

const item = '/v2/namespaces/{namespace}/repositories/{repository}'
const patch = to(`${item}/immutabletags`, 'PATCH')
const get = to(item, 'GET')

/** The settings that a change with that switch leaves behind, from its answer or, where that shows none, from the repository. */
const settingsAfter = async (
  probe: Probe,
  enabled: boolean,
): Promise<{ readonly answer: Answered; readonly rule: string; readonly settings?: JsonObject }> => {
  const own = await probe.fixture('own-repository')
  const rule = ruleOf(probe, enabled ? 'switched-on' : 'switched-off')
  const answer = await setRules(probe, own, enabled, [rule])
  if (!isSuccess(answer)) return { answer, rule }
  const settingsOf = (shown: Answered): JsonObject | undefined => {
    const settings = settingsIn(shown, rule)
    return settings && withSwitch(probe)(settings)
  }
  const returned = settingsOf(answer)
  // An echo of what is sent shows nothing of what is set.
  if (returned && !(await ownAnswerTo(probe, updating, own, answer))) return { answer, rule, settings: returned }
  let looks = 0
  const read = await probe.eventually(async () => {
    const { answer: repository } = await readSettings(probe, own, rule)
    if (!isSuccess(repository)) return undefined
    const settings = settingsOf(repository)
    if (settings) return { answer: repository, rule, settings }
    return ++looks >= placelessLooks && !hasPlaceForRules(probe, repository) ? { answer, rule } : undefined
  })
  return read ?? { answer, rule }
}

/** A repository that shows a rule, and next to it not what its change was answered with; undefined where it shows that, or no such member. */
const unlikeAnswered = async (
  probe: Probe,
  rule: string,
  member: string,
  isOn: boolean,
): Promise<ShownSettings | undefined> => {
  const own = await probe.fixture('own-repository')
  let other: ShownSettings | undefined
  let looks = 0
  await probe.eventually(async () => {
    const shown = await readSettings(probe, own, rule)
    const settings = isSuccess(shown.answer) ? settingsIn(shown.answer, rule) : undefined
    other = settings && switchesOf(withSwitch(probe)(settings))[member] === !isOn ? shown : undefined
    return other === undefined && (settings || ++looks >= placelessLooks) ? true : undefined
  })
  return other
}

/** Whether the repository shows the switch as the answers to both changes did. */
const judgeShown = async (
  probe: Probe,
  first: JsonObject,
  off: Awaited<ReturnType<typeof settingsAfter>>,
  held: Finding,
): Promise<Finding> => {
  const [then, now] = [switchesOf(first), switchesOf(off.settings ?? {})]
  const member = Object.keys(then).find(key => then[key] && now[key] === false)
  if (member === undefined) return held
  const ignored = ({ operation, answer }: ShownSettings, changed: Answered): Finding =>
    violated('switch-ignored', { operation, what: 'immutable tags' }, answer, changed)
  const still = await unlikeAnswered(probe, off.rule, member, false)
  if (still) return ignored(still, off.answer)
  const again = await settingsAfter(probe, true)
  if (!again.settings || !switchesOf(again.settings)[member]) return held
  const never = await unlikeAnswered(probe, again.rule, member, true)
  return never ? ignored(never, again.answer) : held
}

const judgeSwitch = async (probe: Probe): Promise<Finding> => {
  const on = await settingsAfter(probe, true)
  if (!isSuccess(on.answer)) return refused(updating, on.answer)
  const off = await settingsAfter(probe, false)
  if (!isSuccess(off.answer)) return refused(updating, off.answer)
  const values = { operation: updating, what: 'immutable tags' }
  const { settings } = off
  if (!on.settings || !settings) return unclear('rules-not-shown', values, on.answer, off.answer)
  const first = on.settings
  if (isSwitchedOff(first, settings)) return judgeShown(probe, first, off, holds(on.answer, off.answer))
  const member = Object.keys(first).find(key => first[key] === false && settings[key] === true)
  return Object.keys(first).some(key => typeof first[key] === 'boolean' && typeof settings[key] === 'boolean')
    ? violated('switch-ignored', { ...values, ...(member && { member, got: 'false' }) }, on.answer, off.answer)
    : unclear('no-switch', values, on.answer, off.answer)
}

export default {
  id: 'immutable-tags/update-switch',
  level: 'should',
  statement: 'Switching immutable tags on and off is reflected in the settings.',
  since: '2025-07-29',
  source: published(
    `operation ${updating}`,
    'The settings have a boolean that says whether immutable tags are enabled.',
  ),
  covers: ['resource-immutable-tags', 'area-repositories', 'history-new-immutable-tags'],
  needs: ['credentials', 'writes', 'namespace'],
  how: 'The settings are updated with the switch on, then off, each time with a unique rule that identifies the settings object; one of its booleans, or of its words such as ON and OFF, must say on first, then off or nothing. The repository must show the same, off and on again, next to the rule.',
  fix: 'Store the switch and the rules as sent, and return them with the repository.',
  cases: [{ name: 'on, then off', check: whileAlone(judgeSwitch) }],
  faults: faultsFor('switch-ignored', {
    'always-on': ['is always enabled', withSettings(patch, own => ({ ...own, enabled: true }))],
    'always-off': ['is always disabled', withSettings(patch, own => ({ ...own, enabled: false }))],
    'read-as-off': [
      'shows the switch in the answer to an update only',
      withSettings(get, own => ({ ...own, enabled: false })),
    ],
    'read-as-on': [
      'shows immutable tags as on for every repository',
      withSettings(get, own => ({ ...own, enabled: true })),
    ],
    'read-as-off-word': [
      'shows the switch as a word, and in the answer to an update only',
      layered(
        withSettings(patch, ({ enabled, ...own }) => ({ ...own, mode: enabled === true ? 'ON' : 'OFF' })),
        withSettings(get, ({ enabled: _, ...own }) => ({ ...own, mode: 'OFF' })),
      ),
      { 'schemas/get-repository': 'schema-mismatch', 'schemas/update-repository-immutable-tags': 'schema-mismatch' },
    ],
    'read-as-mode': [
      'takes and shows one of three modes, and stores none of them',
      settingsModes(settings => ({ ...settings, mode: 'none' })),
    ],
    inverted: ['returns the opposite', withSettings(patch, own => ({ ...own, enabled: own.enabled !== true }))],
  }),
  tolerates: {
    pending: variant(
      'a flag that is set only in the answer to an update',
      withSettings(patch, own => ({ ...own, pending: own.enabled })),
    ),
    'late-switch': {
      says: 'shows the old value of the switch twice',
      twist: () => {
        let looks = 0
        return withSettings(get, own => (looks++ % 4 < 2 ? { ...own, enabled: !own.enabled } : own))
      },
    },
    modes: variant('takes and shows one of three modes in the place of the switch', settingsModes()),
    'one-object': variant('takes the switch and the rules in one object, and declares that', settingsInOne),
    omitted: variant(
      'leaves the switch out if it is off',
      withSettings(patch, ({ enabled, ...rest }) => (enabled === true ? { enabled, ...rest } : rest)),
    ),
  },
} satisfies Requirement
