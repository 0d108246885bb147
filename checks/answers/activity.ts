/** Keys of members that are true, or have a time, if the resource is inactive. */
const inactiveName =
  /^(?:is_?)?(?:disabled?|inactive|deactivated|revoked|blocked|suspend(?:ed)?|paused?|archived)(?:_?(?:at|on))?$/i

/** The end of a state that means active: `TOKEN_STATUS_ACTIVE`. */
const activeValue = /(?<![a-z\d])(?:active|enabled)$|^on$/i

/** The ends of states that mean inactive, the most easily reversed first. */
const inactiveValues: readonly RegExp[] = [
  /(?:inactive|disabled|deactivated)$|^off$/i,
  /(?:suspended|blocked|paused)$/i,
  /(?:revoked|archived)$/i,
]

/** Whether a key means inactive. */
export const saysOff = (name: string): boolean => inactiveName.test(name)

/** Keys of members that are 1 if the resource is active, and else 0. What numbers mean as a status is open. */
const activeName = /^(?:is_?)?(?:active|enabled)$/i

/** Whether a member means active; undefined if it means neither. */
export const activityIn = (name: string, value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return saysOff(name) !== value
  if ((value === 0 || value === 1) && activeName.test(name)) return value === 1
  if (saysOff(name)) return value === null
  if (typeof value !== 'string') return undefined
  if (inactiveValues.some(pattern => pattern.test(value))) return false
  return activeValue.test(value) ? true : undefined
}

/** The declared number that means on or off: of 0 and 1 alone. */
export const numberOf = (values: readonly unknown[], isOn: boolean): number | undefined =>
  values.length === 2 && values.includes(0) && values.includes(1) ? Number(isOn) : undefined

/** The declared value that means active or inactive; undefined if the values do not include both. */
export const stateIn = (values: readonly unknown[], isOn: boolean): string | undefined => {
  const texts = values.filter(value => typeof value === 'string')
  const active = texts.find(text => activityIn('', text) === true)
  const inactive = inactiveValues.flatMap(pattern => texts.filter(text => pattern.test(text)))[0]
  return active !== undefined && inactive !== undefined ? (isOn ? active : inactive) : undefined
}
