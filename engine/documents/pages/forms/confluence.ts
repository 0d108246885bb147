import { escaped } from '../written.ts'

/** Whether a text is a page as Confluence stores it: HTML with macros. */
export const looksLikeConfluence = (text: string): boolean => /<ac:(?:structured-macro|layout)\b/.test(text)

const text = '<!\\[CDATA\\[((?:(?!<!\\[CDATA\\[)[\\s\\S])*?)\\]\\]>'
const code = new RegExp(`<ac:plain-text-body>\\s*${text}\\s*</ac:plain-text-body>`, 'g')
const label = new RegExp(`<ac:plain-text-link-body>\\s*${text}\\s*</ac:plain-text-link-body>`, 'g')

/** Such a page as HTML, line by line. Of the parameters of a macro, a title is shown: that of a status is the status. */
export const pageOfConfluence = (source: string): string =>
  `<body>${source
    .replaceAll(code, (_, own: string) => `<pre>${escaped(own)}</pre>`)
    .replaceAll(label, (_, own: string) => escaped(own))
    .replaceAll(/<ac:parameter ac:name="title">([^<]*)<\/ac:parameter>/g, '$1')
    .replaceAll(/<ac:parameter\b[^<>]*(?:\/>|>[^<]*<\/ac:parameter>)/g, '')
    .replaceAll(/<(time|p|td|th|(?:ac|ri):[\w-]+)\b([^<>]*)\/>/g, '<$1$2></$1>')}`
