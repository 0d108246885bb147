import { cite } from '../../checks/source.ts'
import { missingAs } from '../../checks/twists/shapes.ts'
import { answer, fault, instead, variant } from '../../checks/twists/twist.ts'
import { v1Cases } from '../../checks/v1/cases.ts'
import { v1RoutesOf } from '../../checks/v1-routes.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import type { Fault, Requirement, Twist } from '../../contracts/requirement.ts'

/** Its router finds no handler where two shapes could be meant. */
const ambiguous = fault(
  'answers 404 to paths that fit two shapes',
  'not-gone',
  instead((_request, path) => v1RoutesOf(path).length > 1, answer(404)),
  { 'v1-removed/namespace-name-images': 'not-gone', 'v1-removed/namespace-name-tags': 'not-gone' },
)

const isMalformed = async (request: Request): Promise<boolean> => {
  const text = await request.clone().text()
  try {
    return text !== '' && JSON.parse(text) === undefined
  } catch {
    return true
  }
}

/** The password of a request in the form of RFC 7617. */
const passwordIn = (request: Request): string => {
  const [, encoded = ''] = /^Basic (\S+)$/.exec(request.headers.get('authorization') ?? '') ?? []
  return Buffer.from(encoded, 'base64')
    .toString()
    .replace(/^[^:]*:/, '')
}

const requirements: readonly Requirement[] = lifecycle.v1Routes.map(route => {
  const here = (request: Request, path: string): boolean => {
    const [first, ...others] = v1RoutesOf(path)
    return first === route && others.length === 0 && !path.endsWith('/') && request.method !== 'OPTIONS'
  }
  const only = (when: (request: Request, path: string) => boolean, respond: (request: Request) => Response): Twist =>
    instead((request, path) => here(request, path) && when(request, path), respond)
  const any = (): boolean => true
  /** What a row of the array is for is shown on one shape; tests/matrix/covering-array.test.ts shows that each shape has all rows. */
  const each: readonly Readonly<Record<string, Fault>>[] = [
    {
      'expired-token': fault(
        'answers 401 to a token that is over',
        'not-gone',
        only(request => (request.headers.get('authorization') ?? '').startsWith('Bearer eyJ'), answer(401)),
      ),
      pat: fault(
        'still serves personal access tokens',
        'not-gone',
        only(request => (request.headers.get('authorization') ?? '').startsWith('Bearer dckr_pat_'), answer(200, [])),
      ),
      jwt: fault(
        'answers 401 to the scheme JWT',
        'not-gone',
        only(request => (request.headers.get('authorization') ?? '').startsWith('JWT '), answer(401)),
      ),
      official: fault(
        'still serves official images',
        'not-gone',
        only((_request, path) => /\/(?:alpine|ubuntu|nginx|hello-world)\//.test(path), answer(200, [])),
      ),
      'too-long': fault(
        'answers 400 to names that are too long',
        'not-gone',
        only((_request, path) => path.split('/').some(segment => segment.length > 255), answer(400)),
      ),
    },
    {
      oat: fault(
        'still serves organization access tokens',
        'not-gone',
        only(request => (request.headers.get('authorization') ?? '').startsWith('Bearer dckr_oat_'), answer(200, [])),
      ),
      'pat-password': fault(
        'still serves users with a personal access token as password',
        'not-gone',
        only(request => passwordIn(request).startsWith('dckr_pat_'), answer(200, [])),
      ),
      'oat-password': fault(
        'still serves organizations with an access token as password',
        'not-gone',
        only(request => passwordIn(request).startsWith('dckr_oat_'), answer(200, [])),
      ),
      manifest: fault(
        'answers 406 to requests for a manifest',
        'not-gone',
        only(request => (request.headers.get('accept') ?? '').includes('.manifest.'), answer(406)),
      ),
      xml: fault(
        'answers 406 to requests for XML',
        'not-gone',
        only(request => (request.headers.get('accept') ?? '').startsWith('application/xml'), answer(406)),
      ),
      'as-docker': fault(
        'still serves the docker client',
        'not-gone',
        only(request => (request.headers.get('user-agent') ?? '').startsWith('docker/'), answer(200, [])),
      ),
      cookie: fault(
        'answers 401 to an unknown session cookie',
        'not-gone',
        only(request => request.headers.has('cookie'), answer(401)),
      ),
      'too-short': fault(
        'does not route names of one character',
        'not-gone',
        only((_request, path) => /^\/v1\/repositories\/(?:[^/]+\/)?.\/(?:images|tags)/.test(path), answer(404)),
      ),
    },
    {
      oldest: fault(
        'still serves the last repository of the last page',
        'not-gone',
        only((_request, path) => path.includes('/service-2/'), answer(200, [])),
      ),
      private: fault(
        'answers 401 to whoever may not see a repository',
        'not-gone',
        only((request, path) => path.includes('/secret/') && !request.headers.has('authorization'), answer(401)),
      ),
      session: fault(
        'still serves a valid session',
        'not-gone',
        only(request => (request.headers.get('cookie') ?? '').startsWith('session=eyJ'), answer(200, [])),
      ),
      precondition: fault(
        'answers 412 to If-Match',
        'not-gone',
        only(request => request.headers.has('if-match'), answer(412)),
      ),
      'no-user-agent': fault(
        'answers 403 to requests without a User-Agent',
        'not-gone',
        only(request => !request.headers.has('user-agent'), answer(403)),
      ),
      'not-modified': fault(
        'answers 304 to If-None-Match',
        'not-gone',
        only(
          request => request.headers.has('if-none-match'),
          () => new Response(null, { status: 304 }),
        ),
      ),
      'digest-digits': fault(
        'does not route tags of 64 hexadecimal digits',
        'not-gone',
        only((_request, path) => /\/[0-9a-f]{64}$/.test(path), answer(404)),
      ),
      'modified-since': fault(
        'answers 304 to If-Modified-Since',
        'not-gone',
        only(
          request => request.headers.has('if-modified-since'),
          () => new Response(null, { status: 304 }),
        ),
      ),
      digest: fault(
        'does not route digests',
        'not-gone',
        only((_request, path) => path.includes('/sha256:'), answer(404)),
      ),
      'not-ascii': fault(
        'answers 400 to names beyond ASCII',
        'not-gone',
        only((_request, path) => /%[89A-F]/i.test(path), answer(400)),
      ),
    },
    {
      'page-size': fault(
        'still serves large pages',
        'not-gone',
        only(request => new URL(request.url).searchParams.get('page_size') === '100', answer(200, [])),
      ),
      'long-namespace': fault(
        'does not route namespaces of more than 64 characters',
        'not-gone',
        only((_request, path) => (path.split('/')[3] ?? '').length > 64, answer(404)),
      ),
      'own-namespace': fault(
        "still serves a user's own repositories",
        'not-gone',
        only(
          (request, path) => path.includes('/conformance/') && request.headers.has('authorization'),
          answer(200, []),
        ),
      ),
      filtered: fault(
        'still serves lists with a filter',
        'not-gone',
        only(request => new URL(request.url).searchParams.has('name'), answer(200, [])),
      ),
      uncompressed: fault(
        'answers 406 to clients that do not accept compression',
        'not-gone',
        only(request => request.headers.get('accept-encoding') === 'identity', answer(406)),
      ),
      'lower-case-escapes': fault(
        'does not route escapes in lower case',
        'not-gone',
        only((_request, path) => /%(?:[a-f][0-9a-f]|[0-9][a-f])/.test(path), answer(404)),
      ),
      basic: fault(
        'answers 401 to user and password',
        'not-gone',
        only(request => (request.headers.get('authorization') ?? '').startsWith('Basic '), answer(401)),
      ),
      origin: fault(
        'answers 403 to other origins',
        'not-gone',
        only(request => request.headers.has('origin'), answer(403)),
      ),
      'access-token': fault(
        'answers 401 to a token in the query',
        'not-gone',
        only(request => new URL(request.url).searchParams.has('access_token'), answer(401)),
      ),
      registry: fault(
        'answers 400 to paging parameters of a registry',
        'not-gone',
        only(request => new URL(request.url).searchParams.has('n'), answer(400)),
      ),
      separators: fault(
        'does not route names with doubled separators',
        'not-gone',
        only((_request, path) => /--|__/.test(path.replaceAll('hub-conformance', '')), answer(404)),
      ),
    },
    {
      account: fault(
        'does not route the namespace user',
        'not-gone',
        only((_request, path) => path.startsWith('/v1/repositories/user/'), answer(404)),
      ),
      'v1-token': fault(
        'still serves a token of the v1 API',
        'not-gone',
        only(request => (request.headers.get('authorization') ?? '').startsWith('Token '), answer(200, [])),
      ),
      extension: fault(
        'answers 406 to paths with a file extension',
        'not-gone',
        only((_request, path) => /\.json(?:-hub-conformance-[^/]*)?\//.test(path), answer(406)),
      ),
      'no-scheme': fault(
        'answers 400 to credentials without a scheme',
        'not-gone',
        only(request => request.headers.get('authorization') === 'not-a-valid-token', answer(400)),
      ),
      'no-credentials': fault(
        'answers 400 to a scheme without credentials',
        'not-gone',
        only(request => request.headers.get('authorization') === 'Basic', answer(400)),
      ),
      'no-base64': fault(
        'answers 400 to Basic with what is no base64',
        'not-gone',
        only(request => /^Basic .*[^\w+/=-]/.test(request.headers.get('authorization') ?? ''), answer(400)),
      ),
      range: fault(
        'answers 206 to Range',
        'not-gone',
        only(request => request.headers.has('range'), answer(206, [], { 'content-range': 'bytes 0-0/2' })),
      ),
    },
    {
      form: fault(
        'redirects forms',
        'not-gone',
        only(
          request => (request.headers.get('content-type') ?? '').includes('form'),
          answer(302, {}, { location: '/' }),
        ),
      ),
      malformed: {
        says: 'answers 400 to malformed JSON',
        code: 'not-gone',
        twist: () =>
          instead(here, async (request, next) => ((await isMalformed(request)) ? answer(400)(request) : next(request))),
      },
      override: fault(
        'answers 400 to X-HTTP-Method-Override',
        'not-gone',
        only(request => request.headers.has('x-http-method-override'), answer(400)),
      ),
      'with-body': fault(
        'answers 415 to a body',
        'not-gone',
        only(request => request.headers.has('content-type'), answer(415)),
      ),
      v2: fault(
        'does not route a namespace that is called v2',
        'not-gone',
        only((_request, path) => path.includes('/v2/'), answer(404)),
      ),
      'no-text': fault(
        'answers 406 to clients that do not accept JSON',
        'not-gone',
        only(request => request.headers.get('accept') === 'text/plain', answer(406)),
      ),
      'token-wanted': fault(
        'still serves clients that ask v1 for a token',
        'not-gone',
        only(request => request.headers.has('x-docker-token'), answer(200, [], { 'x-docker-token': 'signature=0' })),
      ),
      'plain-http': fault(
        'redirects what came through a proxy without TLS',
        'not-gone',
        only(request => request.headers.get('x-forwarded-proto') === 'http', answer(301, {}, { location: '/tls/' })),
      ),
      language: fault(
        'redirects to pages in another language',
        'not-gone',
        only(request => request.headers.has('accept-language'), answer(301, {}, { location: '/de/' })),
      ),
    },
  ]
  return {
    id: `v1-removed/${route.slug}`,
    level: 'must',
    statement: `Every request to ${route.path} is answered with status ${route.status}.`,
    since: route.removed,
    source: cite(route.sentence),
    covers: ['error-410', 'transition-v1', 'generation-v1'],
    needs: [],
    how: "Requests differ in shape, method, class of names, credentials, Accept, User-Agent, query, body, further header fields and repetition; credentials are also sent as user and password and in a cookie, and the run's own access tokens, personal and of the organization, in their place. They are the rows of a covering array: it contains every pair of values, and every method with no and with valid credentials; a thorough run sends every combination of three values. Names are ordinary ones, official images, names at and beyond the limits of the naming rules, and repositories that the hub lists on v2. Methods that could change something use names that do not exist, or the run's own repository; a body, empty or malformed JSON, is sent only with write permission. A control path and a current route are requested as well: a server that answers 410 to everything does not pass, and a gateway that refuses every path does not fail.",

    fix: `Answer ${route.status} to every method on ${route.path} before authentication, name validation and other routing, with any body.`,
    cases: v1Cases(route),
    faults: {
      'not-found': fault('answers 404', 'not-gone', only(any, answer(404))),
      ok: fault('still answers 200', 'not-gone', only(any, answer(200, { results: [] }))),
      redirect: fault('redirects to v2', 'not-gone', only(any, answer(301, {}, { location: '/v2/' }))),
      'body-only': fault(
        'says 410 in the body only',
        'not-gone',
        only(any, answer(200, { status: 410, message: 'Gone' })),
      ),
      head: fault(
        'answers 404 to HEAD',
        'not-gone',
        only(request => request.method === 'HEAD', answer(404)),
      ),
      delete: fault(
        'answers 405 to DELETE',
        'not-gone',
        only(request => request.method === 'DELETE', answer(405, {}, { allow: 'GET' })),
      ),
      credentials: fault(
        'still answers 200 to valid credentials',
        'not-gone',
        only(request => /^Bearer (?!not-a-valid)/.test(request.headers.get('authorization') ?? ''), answer(200, {})),
      ),
      anonymous: fault(
        'answers 401 to requests without credentials',
        'not-gone',
        only(request => !request.headers.has('authorization'), answer(401, {}, { 'www-authenticate': 'Bearer' })),
      ),
      library: fault(
        'still serves the namespace library',
        'not-gone',
        only((_request, path) => path.includes('/library/'), answer(200, {})),
      ),
      punctuation: fault(
        'does not route names with dots',
        'not-gone',
        only((_request, path) => path.includes('my.probe'), answer(404)),
      ),
      encoded: fault(
        'does not decode names',
        'not-gone',
        only((_request, path) => path.includes('%'), answer(404)),
      ),
      words: fault(
        'treats a name as a part of the path',
        'not-gone',
        only((_request, path) => /\/images\/(?:images|tags)/.test(path), answer(404)),
      ),
      query: fault(
        'answers 400 to a query',
        'not-gone',
        only(request => request.url.includes('?'), answer(400)),
      ),
      existing: fault(
        'still serves repositories that exist on v2',
        'not-gone',
        only((_request, path) => !/acme|library|probe|\/images\/(?:images|tags)/i.test(path), answer(200, {})),
      ),
      owner: fault(
        'still serves existing repositories to their owner',
        'not-gone',
        only(
          (request, path) =>
            /^Bearer (?!not-a-valid)/.test(request.headers.get('authorization') ?? '') && path.includes('/sample/'),
          answer(200, {}),
        ),
      ),
      client: fault(
        'still serves clients that accept JSON',
        'not-gone',
        only(request => request.headers.get('accept') === 'application/json', answer(200, {})),
      ),
      browser: fault(
        'shows browsers a page with status 200',
        'not-gone',
        only(
          request => (request.headers.get('accept') ?? '').includes('text/html'),
          () => new Response('<h1>Hub</h1>', { headers: { 'content-type': 'text/html' } }),
        ),
      ),
      ...(route.path.includes('{namespace}')
        ? {
            created: fault(
              'serves repositories that the run creates',
              'not-gone',
              only(
                (request, path) => request.method === 'GET' && /\/hub-conformance-[a-z0-9]{6}-[0-9a-f]{6}\//.test(path),
                answer(200, []),
              ),
            ),
          }
        : {}),
      ...(route.path.endsWith('{tag_name}')
        ? {
            version: fault(
              'does not route tags that are versions',
              'not-gone',
              only((_request, path) => /\/\d+\.\d+\.\d+$/.test(path), answer(404)),
            ),
          }
        : {}),
      ...(route.slug === 'name-tag' ? { ambiguous } : {}),
      ...each[lifecycle.v1Routes.indexOf(route)],
      'second-time': {
        says: 'answers 410 once and 404 afterwards',
        code: 'status-changed',
        twist: () => {
          const asked = new Set<string>()
          return only(request => {
            const key = `${request.method} ${request.url} ${request.headers.get('authorization')} ${request.headers.get('accept')}`
            if (asked.has(key)) return true
            asked.add(key)
            return false
          }, answer(404))
        },
      },
    },
    tolerates: {
      html: variant(
        'a 410 page in HTML',
        only(any, () => new Response('<h1>Gone</h1>', { status: 410, headers: { 'content-type': 'text/html' } })),
      ),
      empty: variant(
        'a 410 without a body',
        only(any, () => new Response(null, { status: 410 })),
      ),
      'all-of-v1': variant(
        '410 for everything below /v1/',
        instead((_request, path) => path.startsWith('/v1/'), answer(410)),
      ),
      'body-parser': variant('400 to malformed JSON on every path', async (request, next) =>
        (await isMalformed(request)) ? answer(400)(request) : next(request),
      ),
      'no-credentials': variant(
        '400 to credentials that cannot be taken apart on every path',
        instead(
          request => /^(?:Basic(?: @.*)?|not-a-valid-token)$/.test(request.headers.get('authorization') ?? ''),
          answer(400),
        ),
      ),
      'no-sessions': variant(
        '400 to credentials in a cookie on every path',
        instead(request => /^session=/.test(request.headers.get('cookie') ?? ''), answer(400)),
      ),
      'no-conditions': variant(
        '412 to If-Match and 416 to Range on every path',
        instead(
          request => request.headers.has('if-match') || request.headers.has('range'),
          request => answer(request.headers.has('range') ? 416 : 412)(request),
        ),
      ),
      spelling: variant(
        'redirects paths with a needless escape to their usual spelling',
        instead(
          (_request, path) => /%2[DE]/i.test(path),
          request => {
            const { pathname, search } = new URL(request.url)
            return answer(308, {}, { location: pathname.replace(/%2D/gi, '-').replace(/%2E/gi, '.') + search })(request)
          },
        ),
      ),
      'tls-only': variant(
        'redirects everything that came through a proxy without TLS',
        instead(request => request.headers.get('x-forwarded-proto') === 'http', answer(301, {}, { location: '/tls/' })),
      ),
      'gone-for-unknown': variant('410 instead of 404 for everything missing', missingAs(any, 410)),
    },
  }
})

export default requirements
