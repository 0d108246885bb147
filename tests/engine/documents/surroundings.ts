import type { Sample } from './corpus.ts'

/** How a file may be saved. */
export const encodings: Readonly<Record<string, (text: string) => string>> = {
  'a byte order mark': text => `\uFEFF${text}`,
  'lines that end as in Windows': text => text.replaceAll('\n', '\r\n'),
}

/** What may stand around the text of a page, or be written otherwise, without a change of what the page says. */
export const surroundings: Readonly<Record<string, (text: string) => string>> = {
  'another part': text => `${text}\n\n# Contact\n\nWrite to api@example.com.\n`,
  'a welcome in front': text => `# Acme Hub API\n\nWelcome to the pages of our API.\n\n${text}`,
  'a footer': text => `${text}\n\n---\n\n© 2026 Acme Inc. All rights reserved. Last updated on 2026-11-20.\n`,
  'a footer in HTML': text =>
    `${text}\n\n<footer><a href="/terms">Terms</a> · <a href="/privacy">Privacy</a></footer>\n`,
  'where the page is': text => `[Home](/) / [API](/api) / This page\n\n${text}`,
  'what to read next': text => `${text}\n\n[← Previous: Rate limits](/rate-limits) | [Next: Errors →](/errors)\n`,
  'a question for readers': text =>
    `${text}\n\nWas this page helpful? [Yes](#yes) [No](#no)\n\n[Edit this page](https://git.example.com/docs/edit)\n`,
  'a note': text => `${text}\n\n> **Note:** Times are in UTC.\n`,
  'a comment': text => `<!-- This page is written by hand. -->\n\n${text}`,
  'headings that are closed': text => text.replaceAll(/^(#{1,5}) (.*\S)[ \t]*$/gm, '$1 $2 $1'),
}

/** Whether a page is Markdown in which a line may be added in front, and its headings are marked. */
export const isMarkdown = ({ from = 'page.md', text }: Sample): boolean =>
  /\.md$/.test(from) && /^#{1,2} /m.test(text) && !/^(?:---|\+\+\+|\s*[<{[])/.test(text)
