import { boundPath } from '../../checks/bound-path.ts'
import { removedPath, standard, unlessConstant } from '../../checks/http/controls.ts'
import { header, isSuccess } from '../../checks/reading/exchanges.ts'
import { withFields } from '../../checks/twists/http-fields.ts'
import { answer, fault, instead, to, variant, type When } from '../../checks/twists/twist.ts'
import { defined } from '../../contracts/defined.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { earliestDate } from '../../contracts/lifecycle.ts'
import type { Probe, Requirement } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, violated } from '../../contracts/results/finding.ts'

const list = '/v2/namespaces/{namespace}/repositories'
const item = `${list}/{repository}`
const tags = `${item}/tags`

const mediaType = (answer: Answered): string | undefined =>
  header(answer, 'content-type')?.toLowerCase().replace(/\s|"/g, '')

const judgeContent = (head: Answered): Finding =>
  head.response.body === '' ? holds(head) : violated('head-content', {}, head)

/** `exists` says that another requirement judges whether HEAD is there at all. */
const judge = async (probe: Probe, path: string, exists = false): Promise<Finding> => {
  // Whoever asks: other requirements ask with credentials.
  const open = await probe.send({ method: 'GET', path, as: 'anonymous' })
  const as = isSuccess(open) ? ('anonymous' as const) : undefined
  const get = as ? open : await probe.send({ method: 'GET', path })
  const head = await probe.send({ method: 'HEAD', path, raw: true, ...defined({ as }) })
  const content = judgeContent(head)
  if (content.kind === 'violated') return unlessConstant(probe, head, content)
  if (!isSuccess(get)) return exempt('not-seen', { what: 'success of GET' }, get)
  const { status } = head.response
  if (status === 405 || status === 501 || (exists && !isSuccess(head)))
    return exempt('not-seen', { what: 'success of HEAD' }, get, head)
  if (status !== get.response.status)
    return unlessConstant(probe, get, violated('head-status', { head: status, get: get.response.status }, head, get))
  const [headType, getType] = [mediaType(head), mediaType(get)]
  if (headType !== undefined && getType !== undefined && headType !== getType)
    return violated('head-header', { header: 'Content-Type', head: headType, get: getType }, head, get)
  const [stated, expected] = [header(head, 'content-length'), header(get, 'content-length')]
  const differ = (length: string | undefined): Finding =>
    violated('head-header', { header: 'Content-Length', head: stated ?? '', get: length ?? 'none' }, head, get)
  if (stated === '0' && get.response.body !== '') return differ(expected)
  if (stated !== undefined && expected !== undefined && stated !== expected) {
    // What was read may have changed between the two.
    const again = await probe.send({ method: 'GET', path, ...defined({ as }) })
    if (header(again, 'content-length') === expected) return differ(expected)
  }
  return unlessConstant(probe, get, holds(get, head))
}

const withContent = (when: When) =>
  instead(when, async (request, next) => {
    const { status } = await next(request)
    return new Response('{"detail":"content"}', { status, headers: { 'content-type': 'application/json' } })
  })

export default {
  id: 'http/head-like-get',
  level: 'may',
  statement: 'HEAD is answered like GET, without the content.',
  since: earliestDate,
  source: standard(
    'RFC 9110',
    '9.3.2',
    'HEAD is identical to GET except that no content may be sent; the server should send the same header fields.',
  ),
  needs: [],
  how: 'Several paths are requested with GET and with HEAD, without credentials if that succeeds. Status, Content-Type and Content-Length must agree if both answers have them; a HEAD that is not offered (405, 501) does not fail. HEAD is read directly from a socket, since HTTP clients hide bytes after the header block.',
  fix: 'Handle HEAD like GET and drop the content; keep its Content-Length, or leave the field out.',
  cases: [
    {
      name: 'a repository',
      check: async probe => {
        const { namespace, repository } = await probe.fixture('repository')
        return judge(probe, boundPath(probe, 'GetRepository', { namespace, repository }), true)
      },
    },
    {
      name: 'the repositories of a namespace',
      check: async probe =>
        judge(probe, boundPath(probe, 'listNamespaceRepositories', await probe.fixture('namespace'))),
    },
    {
      name: 'the tags of a repository',
      check: async probe => {
        const { namespace, repository } = await probe.fixture('repository')
        return judge(probe, boundPath(probe, 'ListRepositoryTags', { namespace, repository }))
      },
    },
    {
      name: 'a removed route',
      check: async probe => {
        const head = await probe.send({ method: 'HEAD', path: removedPath, raw: true })
        return unlessConstant(probe, head, judgeContent(head))
      },
    },
  ],
  faults: {
    status: fault('answers 204 to HEAD', 'head-status', instead(to(tags, 'HEAD'), answer(204))),
    content: fault('sends content with HEAD', 'head-content', withContent(to(item, 'HEAD'))),
    'content-of-410': fault(
      'sends content with HEAD of a removed route',
      'head-content',
      withContent((request, path) => path.startsWith('/v1/') && request.method === 'HEAD'),
    ),
    type: fault(
      'sends another Content-Type',
      'head-header',
      withFields(to(list, 'HEAD'), { 'content-type': 'text/html', 'content-length': null }),
    ),
    other: fault('sends another Content-Length', 'head-header', async (request, next) => {
      const response = await next(request)
      if (!to(tags)(request, new URL(request.url).pathname)) return response
      const headers = new Headers(response.headers)
      headers.set('content-length', request.method === 'HEAD' ? '7' : '8')
      return new Response(response.body, { status: response.status, headers })
    }),
    length: fault('sends Content-Length: 0', 'head-header', withFields(to(list, 'HEAD'), { 'content-length': '0' })),
  },
  tolerates: {
    'no-length': variant(
      'HEAD without Content-Length and Content-Type',
      withFields((request, path) => to(list)(request, path) && request.method === 'HEAD', {
        'content-length': null,
        'content-type': null,
      }),
    ),
    'no-head': variant('405 to HEAD on lists', instead(to(list, 'HEAD'), answer(405))),
    parameters: variant(
      'a Content-Type in other letter case',
      withFields(to(tags, 'HEAD'), { 'content-type': 'Application/JSON' }),
    ),
  },
} satisfies Requirement
