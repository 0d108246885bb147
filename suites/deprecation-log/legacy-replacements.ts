import { endpointText, judgePage } from '../../checks/documents/replacement-claims.ts'
import { cite } from '../../checks/source.ts'
import { inLog, withLog } from '../../checks/twists/documents.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { fault, faultsFor, variant } from '../../checks/twists/twist.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import type { Requirement } from '../../contracts/requirement.ts'

const oldList = /`GET \/v2\/repositories\/\{namespace\}` is replaced by .*/

/** Names what replaces the legacy list as what there is now. */
const inOtherWords = (id: string) =>
  inLog(
    oldList,
    `| Route | Now |\n|---|---|\n| \`GET /v2/repositories/{namespace}\` | \`${id}\` |\n\n\`GET /v2/repositories/{namespace}\` (now \`${id}\`)`,
  )

const inColumn = (id: string) =>
  inLog(oldList, `| Alt | Ersetzt durch |\n|---|---|\n| \`GET /v2/repositories/{namespace}\` | \`${id}\` |`)

const inComponent = (id: string) =>
  inLog(oldList, `<Replacement\n  from="GET /v2/repositories/{namespace}"\n  to="${id}"\n/>`)

const inFootnote = (id: string) =>
  inLog(oldList, `\`GET /v2/repositories/{namespace}\`[^1] lists repositories.\n\n[^1]: Replaced by \`${id}\`.`)

/** Names another replacement of the old list. */
const replacedBy = (words: string) => inLog(/(`GET \/v2\/repositories\/\{namespace\}` is replaced by ).*/, `$1${words}`)

/** Puts a paragraph above the section on the creation of the log. */
const aboveCreation = (words: string) => inLog('### Creation', `${words}\n\n### Creation`)

/** Goes on after the sentence on the old list. */
const afterOldList = (words: string) => inLog(oldList, found => found + words)

export default {
  id: 'deprecation-log/legacy-replacements',
  level: 'must',
  statement: 'A published replacement of a legacy endpoint is the operation that the document names.',
  since: '2025-06-27',
  source: cite('transition-deprecated'),
  covers: lifecycle.legacyEndpoints.map(endpoint => endpoint.sentence),
  needs: ['deprecation-log'],
  how: 'Where the page says that a legacy endpoint is replaced by one of the documented operations, by its id or its path, it must be the correct one, and no other sentence may name another. One sentence that names several for one endpoint is inconclusive. A page that names no replacement is not judged.',
  fix: 'Correct the replacement in the section of the log that names the endpoint.',
  cases: lifecycle.legacyEndpoints.map(endpoint => ({
    name: endpointText(endpoint),
    check: probe => judgePage(probe, endpoint, 'deprecation-log'),
  })),
  faults: {
    ...faultsFor('contradicting-replacement', {
      other: [
        'names another operation',
        replacedBy('[Get repository](/openapi.json#tag/repositories/operation/GetRepository).'),
      ],
      denied: [
        'says that it has no replacement',
        inLog(/(`GET \/v2\/repositories\/\{namespace\}` )is replaced by .*/, '$1goes away without a replacement.'),
      ],
      title: [
        'names another operation by its title, with a link to its place',
        replacedBy('[Get repository](/reference/#get-repository).'),
      ],
      table: [
        'names another operation in a table of replacements',
        inLog(
          /`GET \/v2\/repositories\/\{namespace\}` is replaced by .*/,
          '| Instead of | use |\n|---|---|\n| `GET /v2/repositories/{namespace}` | `GetRepository` |',
        ),
      ],
      now: ['names another operation in a column and in brackets as the current one', inOtherWords('GetRepository')],
      footnote: ['names another operation in a footnote', inFootnote('GetRepository')],
      column: ['names another operation in a column below a header in another language', inColumn('GetRepository')],
      component: ['names another operation in an attribute of a component', inComponent('GetRepository')],
      'its-place': [
        'says that another operation has taken its place',
        inLog(oldList, '`GET /v2/repositories/{namespace}` is gone, and `GetRepository` has taken its place.'),
      ],
    }),
    also: fault(
      'says in a further sentence that it is also replaced by another operation',
      'contradicting-statements',
      afterOldList(` It is also replaced by GetRepository.`),
    ),
    'use-another': fault(
      'says in a further sentence to use another operation instead',
      'contradicting-statements',
      afterOldList(` Use CheckRepository instead.`),
    ),
    path: fault(
      'names the path of another operation',
      'contradicting-replacement',
      replacedBy('`GET /v2/namespaces/{namespace}/repositories/{repository}/tags`.'),
    ),
  },
  tolerates: {
    now: variant('names the replacement as the current operation', inOtherWords('listNamespaceRepositories')),
    footnote: variant('names the replacement in a footnote', inFootnote('listNamespaceRepositories')),
    column: variant(
      'names the replacement in a column below a header in another language',
      inColumn('listNamespaceRepositories'),
    ),
    component: variant(
      'names the replacement in an attribute of a component, and next to it a link with the same text',
      layered(
        inComponent('listNamespaceRepositories'),
        aboveCreation(
          '<Link title="GET /v2/repositories/{namespace}" to="/reference/#GetRepository">Repositories</Link>',
        ),
      ),
    ),
    'other-column': variant(
      'has a column of operations that must not be used instead',
      afterOldList(
        `\n\n| Route | Not to be confused with |\n|---|---|\n| \`GET /v2/repositories/{namespace}\` | \`GetRepository\` |`,
      ),
    ),
    'its-place': variant(
      'says that the operation has taken its place',
      inLog(
        oldList,
        '`GET /v2/repositories/{namespace}` is gone, and `listNamespaceRepositories` has taken its place.',
      ),
    ),
    reserved: variant(
      'names another operation for a part, a purpose or the past, and denies that one is the replacement',
      withLog(
        source =>
          `${source}\n\`GET /v2/repositories/{namespace}\` once returned tags, too; call ListRepositoryTags for those.\n\nDo not use GetRepository instead of \`HEAD /v2/repositories/{namespace}/{repository}\`: CheckRepository is cheaper.\n\nFor one repository, use GetRepository rather than \`GET /v2/repositories/{namespace}\` with a filter.\n\n\`GET /v2/repositories/{namespace}\` is not replaced by GetRepository.\n`,
      ),
    ),
    further: variant(
      'names in further sentences other operations for other methods and for other purposes',
      afterOldList(
        ` To read one of them, use GetRepository instead. POST is replaced by CreateRepository. For the tags of one, use ListRepositoryTags instead. Then use CheckRepository.`,
      ),
    ),
    direct: variant(
      'says that none is removed without a replacement, and that there is no direct one',
      aboveCreation(
        'No endpoint is removed without a replacement. `GET /v2/repositories/{namespace}` has no direct replacement with the same path.',
      ),
    ),
    title: variant('names the operation by its title', replacedBy('the List repositories operation.')),
    path: variant('names the path of the operation', replacedBy('`GET /v2/namespaces/{namespace}/repositories`.')),
  },
} satisfies Requirement
