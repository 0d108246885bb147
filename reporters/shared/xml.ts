/**
 * What XML 1.0 (section 2.2, Char) does not allow, not even as a reference. It is replaced and not taken out: taking out could put together
 * what was kept apart so that no build server takes it for a command.
 */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Written raw, a reader would make spaces of them in an attribute, and drop a carriage return.
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
}

/** Character data. `>` is escaped too, so that it cannot contain `]]>`. */
export const xmlText = (text: string): string =>
  text.replace(forbidden, '\ufffd').replace(/[&<>\r]/g, character => entities[character] ?? '')

const attribute = (text: string): string =>
  text.replace(forbidden, '\ufffd').replace(/[&<>"\r\n\t]/g, character => entities[character] ?? '')

type Attributes = Readonly<Record<string, string | number | undefined>>

/** An element; `content` is XML already. Attributes that are not given are left out. */
export const element = (name: string, attributes: Attributes, content: readonly string[] = []): string => {
  const shown = Object.entries(attributes)
    .flatMap(([key, value]) => (value === undefined ? [] : ` ${key}="${attribute(String(value))}"`))
    .join('')
  return content.length === 0 ? `<${name}${shown}/>` : `<${name}${shown}>${content.join('')}</${name}>`
}
