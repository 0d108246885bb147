/** Names of a member that is true, or has a time, where a thing is off. */
const inactiveName =
  /^(?:is_?)?(?:disabled?|inactive|deactivated|revoked|blocked|suspend(?:ed)?|paused?|archived)(?:_?(?:at|on))?$/i

/** What a state is called that is on, as the end of a value: `TOKEN_STATUS_ACTIVE`. */
const activeValue = /(?<![a-z\d])(?:active|enabled)$/i

/** What a state is called that is off, the likeliest to be undone first. */
const inactiveValues: readonly RegExp[] = [
  /(?:inactive|disabled|deactivated)$/i,
  /(?:suspended|blocked|paused)$/i,
  /(?:revoked|archived)$/i,
]

/** Whether a member of this name says that a thing is off. */
export const saysOff = (name: string): boolean => inactiveName.test(name)

/** Whether a member says that a thing is on; undefined where it says nothing of it. */
export const activityIn = (name: string, value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return saysOff(name) !== value
  if (saysOff(name)) return value === null
  if (typeof value !== 'string') return undefined
  if (inactiveValues.some(pattern => pattern.test(value))) return false
  return activeValue.test(value) ? true : undefined
}

/** Of the declared values of a state the one that is on or off; undefined where they are not of a state that has both. */
export const stateIn = (values: readonly unknown[], isOn: boolean): string | undefined => {
  const texts = values.filter(value => typeof value === 'string')
  const active = texts.find(text => activityIn('', text) === true)
  const inactive = inactiveValues.flatMap(pattern => texts.filter(text => pattern.test(text)))[0]
  return active !== undefined && inactive !== undefined ? (isOn ? active : inactive) : undefined
}
