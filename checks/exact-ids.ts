/**
 * A member that may be an id, with a number that may not be exact as a JavaScript number. In JSON no text with a quote in it looks like
 * this: that quote has a backslash. Each repetition has a limit: without one, a long text is more than the regular expression engine holds.
 */
const exactId = /"([^"\\]{0,200}(?:id|pk|key|identifier))"(\s{0,20}:\s{0,20})(-?\d{16,400})(?=\s{0,20}[,}])/gi

/**
 * JSON with the ids that a JavaScript number cannot hold as texts: the digits that the target wrote are the address, not the nearest number
 * (RFC 8259, section 6). Other numbers stay as they are.
 */
export const withExactIds = (json: string): string =>
  /:\s{0,20}-?\d{16}/.test(json)
    ? json.replaceAll(exactId, (whole, name: string, colon: string, digits: string) =>
        Number.isSafeInteger(Number(digits)) ? whole : `"${name}"${colon}"${digits}"`,
      )
    : json
