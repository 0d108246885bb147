const dateTime = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:([Zz])|([+-])(\d\d):(\d\d))$/

/**
 * Milliseconds since the epoch of an RFC 3339 date-time (section 5.6); undefined for anything else. Stricter than the usual `date-time`
 * checkers: no space for the `T`, no `+0000`, no 30 February. A leap second may stand only where the month ends in UTC (section 5.7).
 */
export const instantOf = (text: string): number | undefined => {
  const found = dateTime.exec(text)
  if (!found) return undefined
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const [offsetHour, offsetMinute] = [Number(found[10] ?? 0), Number(found[11] ?? 0)]
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return undefined
  const fraction = Number(`0.${found[7] ?? ''}`) * 1000
  const local = new Date(0)
  // Date.UTC takes years below 100 for those of the twentieth century.
  local.setUTCFullYear(year, month - 1, day)
  // A day or a month that there is not leads to another month.
  if (local.getUTCMonth() !== month - 1) return undefined
  local.setUTCHours(hour, minute, Math.min(second, 59))
  const offset = (offsetHour * 60 + offsetMinute) * (found[9] === '-' ? -60_000 : 60_000)
  const utc = local.getTime() - offset
  if (second < 60) return utc + fraction
  const next = utc + 1000
  return next % 86_400_000 === 0 && new Date(next).getUTCDate() === 1 ? next + fraction : undefined
}

/** Whether a text is an RFC 3339 full-date: a day without a time. */
export const isFullDate = (text: string): boolean => instantOf(`${text}T00:00:00Z`) !== undefined

export const isDateTime = (text: string): boolean => instantOf(text) !== undefined

export const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Milliseconds since the epoch of an HTTP-date in the one form that may be sent (RFC 9110, section 5.6.7); undefined for anything else. */
export const httpDate = (text: string): number | undefined => {
  const found = /^([A-Z][a-z]{2}), (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/.exec(text)
  if (!found) return undefined
  const [, weekday, day, month, year, time] = found
  const number = months.indexOf(month as string) + 1
  const instant = instantOf(`${year}-${String(number).padStart(2, '0')}-${day}T${time}Z`)
  return instant !== undefined && weekdays[new Date(instant).getUTCDay()] === weekday ? instant : undefined
}
