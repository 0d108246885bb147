import type { Lifecycle } from '../../../contracts/lifecycle.ts'
import { edition } from '../../../engine/reports/digest.ts'
import type { TraceabilityRow } from '../../../engine/traceability.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map(row => `| ${row.map(cell).join(' | ')} |`),
]

const code = (text: string): string => `\`${text}\``

/** docs/lifecycle.md: what the lifecycle document states, and the requirements that cite each sentence. */
export const lifecyclePage = (lifecycle: Lifecycle, rows: readonly TraceabilityRow[]): string => {
  const sections = [...new Set(rows.map(({ sentence }) => sentence.section))]
  return `${[
    '# The lifecycle',
    '',
    `Generated from \`contracts/lifecycle.json\` (version ${edition.version}) and \`contracts/sentences.json\` (${edition.digest}: the SHA-256 of the sentences, one a line). A report names both. \`npm run renew\` updates this page.`,
    '',
    'The lifecycle document is the only source of `must` requirements. The first part of this page states its facts in our words; the second quotes its sentences and lists the requirements that cite them.',
    '',
    '## Deprecated endpoints',
    '',
    'A client must not use these endpoints any more. They are labelled deprecated in the reference, and may be removed, disabled or changed.',
    '',
    ...table(
      ['endpoint', 'deprecated since', 'use instead'],
      lifecycle.legacyEndpoints.map(({ method, path, deprecated, replacedBy }) => [
        code(`${method} ${path}`),
        deprecated,
        code(replacedBy),
      ]),
    ),
    '',
    '## Removed endpoints',
    '',
    'Every request to these endpoints is answered with status 410, whatever the method.',
    '',
    ...table(
      ['path', 'removed since', 'use instead'],
      lifecycle.v1Routes.map(({ path, removed, replacedBy }) => [
        code(path),
        removed,
        replacedBy === null ? 'no replacement is named' : code(replacedBy),
      ]),
    ),
    '',
    '## Current operations',
    '',
    'The document names these operations. Where it shows no path, the suite finds the path as described in [Hubs that differ from Docker Hub](other-hubs.md).',
    '',
    ...table(
      ['operation', 'area', 'new on', 'path in the document'],
      [
        ...lifecycle.operations.map(({ id, tag, since, path }) => [
          code(id),
          tag,
          since ?? 'not stated',
          path === null ? 'not shown' : code(path),
        ]),
        ...lifecycle.families.map(({ id, tag, since }) => [
          `${id} operations`,
          tag,
          since ?? 'not stated',
          'not shown',
        ]),
      ],
    ),
    '',
    '## Deprecation log',
    '',
    ...table(
      ['date', 'status', 'endpoints'],
      lifecycle.deprecationLog.map(({ date, status, endpoints }) => [
        date,
        status ?? 'none',
        endpoints.map(code).join(', '),
      ]),
    ),
    '',
    '## Change history',
    '',
    ...table(
      ['date', 'kind', 'about'],
      lifecycle.changeHistory.map(({ date, kind, about: { operations, endpoints, tags }, names }) => [
        date,
        kind,
        [...operations, ...endpoints, ...names].map(code).concat(tags).join(', '),
      ]),
    ),
    '',
    '## What the document leaves open',
    '',
    'No `must` requirement depends on any of this.',
    '',
    ...lifecycle.notShown.map(({ what }) => `- ${what}`),
    '',
    '## Sentences and the requirements that cite them',
    ...sections.flatMap(section => [
      '',
      `### ${section}`,
      ...rows
        .filter(({ sentence }) => sentence.section === section)
        .flatMap(({ sentence: { key, text, excluded }, requirements }) => [
          '',
          `<a id="${key}"></a>`,
          '',
          `> ${text}`,
          '',
          excluded === undefined
            ? `Cited by ${requirements.map(id => `[${id}](requirements.md#${id.replace('/', '')})`).join(', ')}.`
            : `No requirement: ${excluded}`,
        ]),
    ]),
  ].join('\n')}\n`
}
