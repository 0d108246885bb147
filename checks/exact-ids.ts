/** A text in JSON, and the number that it is the name of, where it is one that may not be exact as a JavaScript number. */
const texts = /"([^"\\]*(?:\\.[^"\\]*)*)"(?:(\s*:\s*)(-?\d{16,})(?=\s*[,}]))?/g

/**
 * JSON with the ids that a JavaScript number cannot hold as texts: the digits that the target wrote are the address, not the nearest number
 * (RFC 8259, section 6). Other numbers stay as they are.
 */
export const withExactIds = (json: string): string =>
  /:\s*-?\d{16}/.test(json)
    ? json.replaceAll(texts, (whole, name: string, colon: string | undefined, digits: string | undefined) =>
        digits !== undefined && /(?:id|pk|key|identifier)$/i.test(name) && !Number.isSafeInteger(Number(digits))
          ? `"${name}"${colon}"${digits}"`
          : whole,
      )
    : json
