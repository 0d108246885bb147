import { createHash } from 'node:crypto'
import { type Html, html, trusted } from './markup.ts'
import { style } from './style/index.ts'
import { signSheet } from './words.ts'

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing is loaded, nothing is sent, and only the one style and the one script are known. */
const policyOf = (script: string | undefined): string =>
  [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    ...(script === undefined ? [] : [`script-src ${hash(script)}`]),
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/** The head of a page, and the script at its end. */
interface DocumentParts {
  readonly title: Html
  readonly generator?: string
  readonly script?: string
}

/** A whole page in one file. */
export const htmlDocument = ({ title, generator, script }: DocumentParts, body: Html): string =>
  // A hash is of every byte between the tags, so style and script stand between them without a line end.
  `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policyOf(script))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
${
  generator !== undefined &&
  html`<meta name="generator" content="${generator}">
`
}<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trusted(style)}</style>
</head>
<body>
${signSheet()}
${body}${
  script !== undefined &&
  html`<script>${trusted(script)}</script>
`
}</body>
</html>
`}`
