import { cite } from '../../checks/source.ts'
import { layered, missingAs } from '../../checks/twists/shapes.ts'
import { answer, anyOf, fault, instead, variants, type When } from '../../checks/twists/twist.ts'
import { v1Cases } from '../../checks/v1/cases.ts'
import { v1RoutesOf } from '../../checks/v1-routes.ts'
import { lifecycle, type V1Route } from '../../contracts/lifecycle.ts'
import type { Fault, Requirement, Twist } from '../../contracts/requirement.ts'
import type { ReasonCode } from '../../contracts/results/reasons.ts'

const isOf = (request: Request, token: RegExp): boolean => token.test(request.headers.get('authorization') ?? '')

/** A token that the hub may have issued, as it takes tokens: not one whose signature says that it is none. */
const issued = /^Bearer (?!not-a-valid|\S+\.bm90LWEtc2lnbmF0dXJl)/

/** Whether nothing is at a path: a control of the suite. */
const isNowhere = (path: string): boolean => path.includes('-no-such-path-')

/** Answers 401 to these requests, as to all for paths that do not exist from who has no such token. */
const refusing = (token: RegExp, when: (request: Request, path: string) => boolean): Twist =>
  instead(
    (request, path) => when(request, path) || (isNowhere(path) && !isOf(request, token)),
    answer(401, {}, { 'www-authenticate': 'Bearer' }),
  )

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

const field = (request: Request, name: string): string => request.headers.get(name) ?? ''

/** Requests that have a field, with a value of this form. */
const sends =
  (name: string, form = /(?:)/): When =>
  request =>
    request.headers.has(name) && form.test(field(request, name))

/** Requests whose path has this form. */
const at =
  (form: RegExp): When =>
  (_request, path) =>
    form.test(path)

/** Requests with a parameter in the query. */
const asks =
  (name: string): When =>
  request =>
    new URL(request.url).searchParams.has(name)

/** The password of a request in the form of RFC 7617. */
const passwordIn = (request: Request): string => {
  const [, encoded = ''] = /^Basic (\S+)$/.exec(field(request, 'authorization')) ?? []
  return Buffer.from(encoded, 'base64')
    .toString()
    .replace(/^[^:]*:/, '')
}

/** The other shapes, and what is about all of them, where all of v1 is wrong. */
const othersBut = (route: V1Route, code: 'not-gone'): Readonly<Record<string, ReasonCode>> => ({
  ...Object.fromEntries(
    lifecycle.v1Routes.filter(other => other !== route).map(({ slug }) => [`v1-removed/${slug}`, code]),
  ),
  'v1-removed/generated-names': 'not-gone-generated',
})

export default lifecycle.v1Routes.map((route): Requirement => {
  const here = (request: Request, path: string): boolean => {
    const [first, ...others] = v1RoutesOf(path)
    return first === route && others.length === 0 && !path.endsWith('/') && request.method !== 'OPTIONS'
  }
  const only = (when: When, respond: (request: Request) => Response): Twist =>
    instead((request, path) => here(request, path) && when(request, path), respond)
  const any = (): boolean => true
  /** A hub that answers these requests, or all, otherwise. */
  const notGone = (says: string, other: Parameters<typeof only>[1], when: When = any): Fault =>
    fault(says, 'not-gone', only(when, other))
  /** What a row of the array is for is shown on one shape; tests/matrix/covering-array.test.ts shows that each shape has all rows. */
  const each: readonly Readonly<Record<string, Fault>>[] = [
    {
      'expired-token': notGone('answers 401 to an expired token', answer(401), sends('authorization', /^Bearer eyJ/)),
      pat: notGone('still serves personal access tokens', answer(200, []), sends('authorization', /^Bearer dckr_pat_/)),
      jwt: notGone('answers 401 to the scheme JWT', answer(401), sends('authorization', /^JWT /)),
      official: notGone('still serves official images', answer(200, []), at(/\/(?:alpine|ubuntu|nginx|hello-world)\//)),
      'too-long': notGone('answers 400 to names that are too long', answer(400), (_request, path) =>
        path.split('/').some(segment => segment.length > 255),
      ),
    },
    {
      oat: notGone(
        'still serves organization access tokens',
        answer(200, []),
        sends('authorization', /^Bearer dckr_oat_/),
      ),
      'pat-password': notGone('still serves users with a personal access token as password', answer(200, []), request =>
        passwordIn(request).startsWith('dckr_pat_'),
      ),
      'oat-password': notGone('still serves organizations with an access token as password', answer(200, []), request =>
        passwordIn(request).startsWith('dckr_oat_'),
      ),
      manifest: notGone('answers 406 to requests for a manifest', answer(406), sends('accept', /\.manifest\./)),
      xml: notGone('answers 406 to requests for XML', answer(406), sends('accept', /^application\/xml/)),
      'as-docker': notGone('still serves the docker client', answer(200, []), sends('user-agent', /^docker\//)),
      session: notGone('still serves a valid session', answer(200, []), sends('cookie', /^session=eyJ/)),
      cookie: notGone('answers 401 to an unknown session cookie', answer(401), sends('cookie')),
      'too-short': notGone(
        'does not route names of one character',
        answer(404),
        at(/^\/v1\/repositories\/(?:[^/]+\/)?.\/(?:images|tags)/),
      ),
    },
    {
      'no-base64': notGone(
        'answers 400 to Basic with invalid base64',
        answer(400),
        sends('authorization', /^Basic .*[^\w+/=-]/),
      ),
      oldest: notGone('still serves the last repository of the last page', answer(200, []), at(/\/service-2\//)),
      private: notGone(
        'answers 401 to callers who may not see the repository',
        answer(401),
        (request, path) => path.includes('/secret/') && !request.headers.has('authorization'),
      ),
      precondition: notGone('answers 412 to If-Match', answer(412), sends('if-match')),
      'no-user-agent': notGone(
        'answers 403 to requests without a User-Agent',
        answer(403),
        request => !request.headers.has('user-agent'),
      ),
      'not-modified': notGone(
        'answers 304 to If-None-Match',
        () => new Response(null, { status: 304 }),
        sends('if-none-match'),
      ),
      'digest-digits': notGone('does not route tags of 64 hexadecimal digits', answer(404), at(/\/[0-9a-f]{64}$/)),
      'modified-since': notGone(
        'answers 304 to If-Modified-Since',
        () => new Response(null, { status: 304 }),
        sends('if-modified-since'),
      ),
      digest: notGone('does not route digests', answer(404), at(/\/sha256:/)),
      'not-ascii': notGone('answers 400 to non-ASCII names', answer(400), at(/%[89A-F]/i)),
    },
    {
      'page-size': notGone(
        'still serves large pages',
        answer(200, []),
        request => new URL(request.url).searchParams.get('page_size') === '100',
      ),
      'long-namespace': notGone(
        'does not route namespaces of more than 64 characters',
        answer(404),
        (_request, path) => (path.split('/')[3] ?? '').length > 64,
      ),
      'own-namespace': notGone(
        "still serves a user's own repositories",
        answer(200, []),
        (request, path) => path.includes('/conformance/') && request.headers.has('authorization'),
      ),
      filtered: notGone('still serves lists with a filter', answer(200, []), asks('name')),
      uncompressed: notGone(
        'answers 406 to clients that do not accept compression',
        answer(406),
        sends('accept-encoding', /^identity$/),
      ),
      'lower-case-escapes': notGone(
        'does not route escapes in lower case',
        answer(404),
        at(/%(?:[a-f][0-9a-f]|[0-9][a-f])/),
      ),
      basic: notGone('answers 401 to user and password', answer(401), sends('authorization', /^Basic /)),
      origin: notGone('answers 403 to other origins', answer(403), sends('origin')),
      'access-token': notGone('answers 401 to a token in the query', answer(401), asks('access_token')),
      registry: notGone('answers 400 to paging parameters of a registry', answer(400), asks('n')),
      separators: notGone('does not route names with doubled separators', answer(404), (_request, path) =>
        /--|__/.test(path.replaceAll('hub-conformance', '')),
      ),
    },
    {
      account: notGone('does not route the namespace user', answer(404), at(/^\/v1\/repositories\/user\//)),
      'v1-token': notGone('still serves a token of the v1 API', answer(200, []), sends('authorization', /^Token /)),
      extension: notGone(
        'answers 406 to paths with a file extension',
        answer(406),
        at(/\.json(?:-hub-conformance-[^/]*)?\//),
      ),
      'no-scheme': notGone(
        'answers 400 to credentials without a scheme',
        answer(400),
        sends('authorization', /^not-a-valid-token$/),
      ),
      'no-credentials': notGone(
        'answers 400 to a scheme without credentials',
        answer(400),
        sends('authorization', /^Basic$/),
      ),
      range: notGone('answers 206 to Range', answer(206, [], { 'content-range': 'bytes 0-0/2' }), sends('range')),
    },
    {
      form: notGone(
        'redirects requests with a form body',
        answer(302, {}, { location: '/' }),
        sends('content-type', /form/),
      ),
      malformed: {
        says: 'answers 400 to malformed JSON',
        code: 'not-gone',
        twist: () =>
          instead(here, async (request, next) => ((await isMalformed(request)) ? answer(400)(request) : next(request))),
      },
      override: notGone('answers 400 to X-HTTP-Method-Override', answer(400), sends('x-http-method-override')),
      'with-body': notGone('answers 415 to a body', answer(415), sends('content-type')),
      users: notGone('does not route the namespace users', answer(404), at(/\/users\//)),
      'no-text': notGone(
        'answers 406 to clients that do not accept JSON',
        answer(406),
        sends('accept', /^text\/plain$/),
      ),
      'old-docker': notGone('still serves docker 1.x', answer(200, []), sends('user-agent', /^docker\/1\./)),
      'token-wanted': notGone(
        'still serves requests with X-Docker-Token',
        answer(200, [], { 'x-docker-token': 'signature=0' }),
        sends('x-docker-token'),
      ),
      'plain-http': notGone(
        'redirects requests that reached the proxy without TLS',
        answer(301, {}, { location: '/tls/' }),
        sends('x-forwarded-proto', /^http$/),
      ),
      language: notGone(
        'redirects to pages in another language',
        answer(301, {}, { location: '/de/' }),
        sends('accept-language'),
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
    how: "Requests differ in shape, method, class of names, credentials, Accept, User-Agent, query, body, further header fields and repetition. Credentials are also sent as user and password and in a cookie; some requests use an access token of the run instead, personal or of the organization. The requests are the rows of a covering array, which contains every pair of values, and every method with no and with valid credentials; a thorough run sends every combination of three values. Names are ordinary ones, official images, names at and beyond the limits of the naming rules, and repositories that the hub lists on v2. Methods that could change something use names that do not exist, or the run's own repository; a body (JSON, malformed JSON or a form) is sent only with write permission. A control path and a current route are requested as well: a server that answers 410 to everything does not pass, and a gateway that refuses every path does not fail. Refusing the credentials, or a request without them, fails if another shape does not refuse the same, or v2 accepts it.",

    fix: `Answer ${route.status} on ${route.path}, to every method and with any body, before authentication, look-ups, name validation and other routing.`,
    cases: v1Cases(route),
    faults: {
      'not-found': notGone('answers 404', answer(404)),
      ok: notGone('still answers 200', answer(200, { results: [] })),
      redirect: notGone('redirects to v2', answer(301, {}, { location: '/v2/' })),
      'body-only': notGone('says 410 in the body only', answer(200, { status: 410, message: 'Gone' })),
      head: notGone('answers 404 to HEAD', answer(404), request => request.method === 'HEAD'),
      delete: notGone(
        'answers 405 to DELETE',
        answer(405, {}, { allow: 'GET' }),
        request => request.method === 'DELETE',
      ),
      credentials: notGone(
        'still answers 200 to valid credentials',
        answer(200, {}),
        sends('authorization', /^Bearer (?!not-a-valid)/),
      ),
      anonymous: notGone(
        'answers 401 to requests without credentials',
        answer(401, {}, { 'www-authenticate': 'Bearer' }),
        request => !request.headers.has('authorization'),
      ),
      'dots-refused': {
        says: 'does not route a first name with a dot, and asks for credentials on paths without a route',
        code: 'not-gone',
        twist: () => {
          const isUnrouted = (request: Request, path: string): boolean =>
            here(request, path) && path.split('/')[3]?.includes('.') === true
          return layered(
            refusing(issued, (request, path) => isUnrouted(request, path) && !isOf(request, issued)),
            instead(isUnrouted, answer(404)),
          )
        },
      },
      'accepted-refused': {
        says: 'answers 401 to credentials that v2 accepts, as on paths that do not exist',
        code: 'not-gone',
        twist: () => refusing(/^$/, (request, path) => path.startsWith('/v1/') && isOf(request, issued)),
        also: othersBut(route, 'not-gone'),
      },
      library: notGone('still serves the namespace library', answer(200, {}), at(/\/library\//)),
      punctuation: notGone('does not route names with dots', answer(404), at(/my\.probe/)),
      encoded: notGone('does not decode names', answer(404), at(/%/)),
      words: notGone('takes the name images for a part of the route', answer(404), at(/\/images\/(?:images|tags)/)),
      query: notGone('answers 400 to a query', answer(400), request => request.url.includes('?')),
      existing: notGone(
        'still serves repositories that exist on v2',
        answer(200, {}),
        (_request, path) => !/acme|library|probe|\/images\/(?:images|tags)/i.test(path),
      ),
      owner: notGone(
        'still serves existing repositories to their owner',
        answer(200, {}),
        (request, path) => /^Bearer (?!not-a-valid)/.test(field(request, 'authorization')) && path.includes('/sample/'),
      ),
      client: notGone('still serves clients that accept JSON', answer(200, {}), sends('accept', /^application\/json$/)),
      browser: notGone(
        'shows browsers a page with status 200',
        () => new Response('<h1>Hub</h1>', { headers: { 'content-type': 'text/html' } }),
        sends('accept', /text\/html/),
      ),
      ...(route.path.includes('{namespace}')
        ? {
            created: notGone(
              'serves repositories that the run creates',
              answer(200, []),
              (request, path) => request.method === 'GET' && /\/hub-conformance-[a-z0-9]{6}-[0-9a-f]{6}\//.test(path),
            ),
          }
        : {}),
      ...(route.path.endsWith('{tag_name}')
        ? {
            version: notGone('does not route tags that are versions', answer(404), at(/\/\d+\.\d+\.\d+$/)),
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
    tolerates: variants({
      html: [
        'a 410 page in HTML',
        only(any, () => new Response('<h1>Gone</h1>', { status: 410, headers: { 'content-type': 'text/html' } })),
      ],
      empty: ['a 410 without a body', only(any, () => new Response(null, { status: 410 }))],
      'all-of-v1': ['410 for everything below /v1/', instead((_request, path) => path.startsWith('/v1/'), answer(410))],
      'credentials-first': {
        says: '401 outside /v2/ to every request without a token in the form that the hub issues',
        twist: () => refusing(issued, (request, path) => path.startsWith('/v1/') && !isOf(request, issued)),
      },
      'hidden-files': [
        '403 on every path to names that begin with a dot',
        instead((_request, path) => /\/\.[^/]/.test(path), answer(403)),
      ],
      'body-parser': [
        '400 to malformed JSON on every path',
        async (request, next) => ((await isMalformed(request)) ? answer(400)(request) : next(request)),
      ],
      'no-credentials': [
        '400 to malformed credentials on every path',
        instead(sends('authorization', /^(?:Basic(?: @.*)?|not-a-valid-token)$/), answer(400)),
      ],
      'no-sessions': [
        '400 to credentials in a cookie on every path',
        instead(sends('cookie', /^session=/), answer(400)),
      ],
      'no-conditions': [
        '412 to If-Match and 416 to Range on every path',
        instead(anyOf(sends('if-match'), sends('range')), request =>
          answer(request.headers.has('range') ? 416 : 412)(request),
        ),
      ],
      spelling: [
        'redirects paths with unnecessary percent-encoding to their normal form',
        instead(at(/%2[DE]/i), request => {
          const { pathname, search } = new URL(request.url)
          return answer(308, {}, { location: pathname.replace(/%2D/gi, '-').replace(/%2E/gi, '.') + search })(request)
        }),
      ],
      'tls-only': [
        'redirects all requests that reached the proxy without TLS',
        instead(sends('x-forwarded-proto', /^http$/), answer(301, {}, { location: '/tls/' })),
      ],
      'gone-for-unknown': ['410 instead of 404 for everything that does not exist', missingAs(any, 410)],
    }),
  }
})
