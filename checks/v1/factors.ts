import type { Identity } from '../../contracts/exchange.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import type { Ask, Probe, TokenFamily } from '../../contracts/requirement.ts'

/** What stands for the parameters of a v1 shape: path segments as sent. */
export interface V1Names {
  readonly namespace: string
  readonly name: string
  readonly tag: string
}

/** A class of names that clients use, or that a rule on names could treat in its own way. */
export interface NameClass {
  readonly label: string
  /** One of them is taken by each request in turn. */
  readonly members: readonly [V1Names, ...V1Names[]] | 'known'
  /** Whether it differs from an ordinary one in what any rule on names could look at: each shape is requested with it and valid credentials. */
  readonly isPlain?: true
}

const one = (label: string, namespace: string, name: string, tag: string): NameClass => ({
  label,
  members: [{ namespace, name, tag }],
})

/** Docker Hub's bounds: a namespace has 4 to 30 characters, a repository 2 to 255, a tag 1 to 128. */
export const bounds = { namespace: [4, 30], name: [2, 255], tag: [1, 128] } as const

const plain = (names: NameClass): NameClass => ({ ...names, isPlain: true })

type Lengths = readonly [namespace: number, name: number, tag: number]

const namesOfLength = ([namespace, name, tag]: Lengths): V1Names => ({
  namespace: 'a'.repeat(namespace),
  name: 'b'.repeat(name),
  tag: 'c'.repeat(tag),
})

const ofLength = (label: string, first: Lengths, ...others: readonly Lengths[]): NameClass => ({
  label,
  members: [namesOfLength(first), ...others.map(namesOfLength)],
})

export const ordinaryNames: V1Names = { namespace: 'acme', name: 'probe', tag: 'latest' }

/** Classes by the naming rules of namespaces, repositories and tags: inside each rule, at its bounds and beyond it. */
export const nameClasses: readonly NameClass[] = [
  { label: 'ordinary name', members: [ordinaryNames] },
  { label: 'repository that exists on v2 (if known)', members: 'known' },
  // A digest stands where a tag does.
  one('library', 'library', 'library', `sha256:${'0'.repeat(64)}`),
  {
    label: 'official image',
    members: [
      { namespace: 'library', name: 'alpine', tag: '3.19' },
      { namespace: 'library', name: 'ubuntu', tag: '24.04' },
      { namespace: 'library', name: 'nginx', tag: 'stable-alpine' },
      { namespace: 'library', name: 'hello-world', tag: 'linux' },
    ],
  },
  // They end as files do, too.
  plain(one('dotted-dashed_underscored name', 'acme-labs.my_org', 'my.probe-v2_x.json', 'v1.0-rc_1.json')),
  // Plus and tilde need no escape.
  one('doubled separators', 'acme--labs', 'my__probe++x', '1..0~~rc__1'),
  plain(one('capitals and digits', 'Acme2', 'Probe2', 'RC1')),
  plain(ofLength('shortest names', [bounds.namespace[0], bounds.name[0], bounds.tag[0]])),
  plain(ofLength('longest names', [bounds.namespace[1], bounds.name[1], bounds.tag[1]])),
  // No tag is too short: these are the digits of a digest, without its algorithm.
  one(
    'names that are too short',
    'a'.repeat(bounds.namespace[0] - 1),
    'b'.repeat(bounds.name[0] - 1),
    'c0de'.repeat(16),
  ),
  // Other hubs have other bounds, such as 64 or 255 characters.
  ofLength(
    'names that are too long',
    [bounds.namespace[1] + 1, bounds.name[1] + 1, bounds.tag[1] + 1],
    [256, 512, 256],
  ),
  // Only characters that need no escape are escaped: the name is an ordinary one, spelt otherwise (RFC 3986, section 6.2.2.2).
  {
    label: 'percent-encoded name',
    members: [
      { namespace: 'acme%2Dlabs', name: 'hub%2Dprobe%2Ex', tag: 'v1%2E0' },
      { namespace: 'acme%2dlabs', name: 'hub%2dprobe%2ex', tag: 'v1%2e0' },
    ],
  },
  one('characters that need an escape', 'acme%20labs', 'my%20probe%40x', 'v1%2B0'),
  one('non-ASCII characters', 'soci%C3%A9t%C3%A9', 'caf%C3%A9', '%E2%9C%93'),
  {
    label: 'leading separators',
    members: [
      { namespace: '-acme', name: '_probe', tag: '.hidden' },
      { namespace: '_', name: '_', tag: '_' },
    ],
  },
  {
    label: 'names that equal path segments',
    members: [
      { namespace: 'tags', name: 'images', tag: 'latest' },
      { namespace: 'user', name: 'images', tag: 'latest' },
      { namespace: 'orgs', name: 'images', tag: 'latest' },
    ],
  },
  // Paths that a router may take for another of the shapes.
  {
    label: 'names that fit two shapes',
    members: [
      { namespace: 'v2', name: 'tags', tag: 'images' },
      { namespace: 'me', name: 'tags', tag: 'images' },
      { namespace: 'users', name: 'tags', tag: 'images' },
    ],
  },
  plain({
    label: 'digits',
    members: [
      { namespace: '0', name: '0', tag: '1.2.3' },
      { namespace: '2048', name: '2048', tag: '7' },
    ],
  }),
]

/** Who a request says that it comes from. */
export interface Sender {
  readonly label: string
  readonly as: Identity
  readonly headers?: Readonly<Record<string, string>>
  /** The form of valid credentials, and which of the run's own tokens stands in their place, where there is one. */
  readonly form?: string
  readonly own?: TokenFamily
}

/** Values that stand for one another: one of them is taken in turn. */
export type Turns<T> = readonly [T, ...T[]]

/** A token as a login gives it, of nobody and long over: `{"alg":"HS256","typ":"JWT"}`, `{"sub":"acme","exp":1661212800}`. */
const expiredToken =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhY21lIiwiZXhwIjoxNjYxMjEyODAwfQ.bm90LWEtc2lnbmF0dXJl'

/** How tokens are sent, unless a target takes them otherwise (RFC 6750, section 2.1). */
export const usualForm = 'Authorization: Bearer {token}'

const senders: readonly (Sender | Turns<Sender>)[] = [
  { label: 'no credentials', as: 'anonymous' },
  [
    { label: 'malformed credentials', as: 'malformed' },
    { label: 'an expired token', as: 'anonymous', headers: { authorization: `Bearer ${expiredToken}` } },
    { label: 'an expired JWT', as: 'anonymous', headers: { authorization: `JWT ${expiredToken}` } },
  ],
  { label: 'valid credentials (if given)', as: 'valid' },
  [
    {
      label: 'invalid user and password',
      as: 'anonymous',
      headers: { authorization: 'Basic YWNtZTpub3QtYS1wYXNzd29yZA==' },
    },
    { label: 'valid user and password (if given)', as: 'valid', form: 'Authorization: Basic {basic}' },
    {
      label: 'a valid PAT as password (if writes are allowed)',
      as: 'valid',
      form: 'Authorization: Basic {basic}',
      own: 'pat',
    },
    {
      label: 'a valid OAT as password (if writes are allowed)',
      as: 'valid',
      form: 'Authorization: Basic {basic}',
      own: 'oat',
    },
  ],
  [
    {
      label: 'a token of the v1 API',
      as: 'anonymous',
      headers: { authorization: 'Token signature=0123456789abcdef,repository="acme/probe",access=read' },
    },
    { label: 'a valid PAT (if writes are allowed)', as: 'valid', form: usualForm, own: 'pat' },
    { label: 'a valid OAT (if writes are allowed)', as: 'valid', form: usualForm, own: 'oat' },
    { label: 'a valid session cookie (if given)', as: 'valid', form: 'Cookie: session={token}' },
  ],
  // What a parser of the field takes apart before anyone is known (RFC 9110, section 11.4; RFC 7617).
  [
    { label: 'credentials without a scheme', as: 'anonymous', headers: { authorization: 'not-a-valid-token' } },
    { label: 'a scheme without credentials', as: 'anonymous', headers: { authorization: 'Basic' } },
    { label: 'Basic with invalid base64', as: 'anonymous', headers: { authorization: 'Basic @@not-base64@@' } },
  ],
]

interface Headers {
  readonly label: string
  readonly headers: Readonly<Record<string, string>>
}

const accepts: readonly (Headers | Turns<Headers>)[] = [
  { label: '', headers: {} },
  { label: 'Accept JSON', headers: { accept: 'application/json' } },
  { label: 'Accept HTML', headers: { accept: 'text/html,application/xhtml+xml;q=0.9' } },
  [
    { label: 'Accept text', headers: { accept: 'text/plain' } },
    { label: 'Accept XML', headers: { accept: 'application/xml' } },
    {
      label: 'Accept a manifest',
      headers: { accept: 'application/vnd.docker.distribution.manifest.v2+json' },
    },
  ],
]

/** What caches, downloads, browsers, proxies and pages of other sites add. A condition is looked at only where the answer would be a success (RFC 9110, section 13.2.1). */
const additions: readonly Turns<Headers>[] = [
  [{ label: '', headers: {} }],
  [
    { label: 'If-None-Match', headers: { 'if-none-match': '*' } },
    { label: 'If-Modified-Since', headers: { 'if-modified-since': 'Tue, 23 Aug 2022 00:00:00 GMT' } },
    { label: 'If-Match', headers: { 'if-match': '"0"' } },
  ],
  [
    { label: 'Range', headers: { range: 'bytes=0-0' } },
    { label: 'Accept-Encoding without compression', headers: { 'accept-encoding': 'identity' } },
  ],
  [{ label: 'Origin of another site', headers: { origin: 'https://example.com' } }],
  [
    {
      label: 'Accept-Language and Cookie through a proxy',
      headers: {
        'accept-language': 'de',
        cookie: 'session=0123456789abcdef',
        'x-forwarded-for': '203.0.113.7',
        'x-forwarded-proto': 'http',
      },
    },
  ],
]

/** An empty field is left out of the request. */
const clients: readonly (Headers | Turns<Headers>)[] = [
  { label: '', headers: { 'user-agent': '' } },
  {
    label: 'as a browser',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' },
  },
  [
    { label: 'as curl', headers: { 'user-agent': 'curl/8.5.0' } },
    { label: 'as a Go program', headers: { 'user-agent': 'Go-http-client/2.0' } },
    { label: 'as a Python program', headers: { 'user-agent': 'python-requests/2.32.3' } },
  ],
  [
    {
      label: 'as docker with X-Docker-Token',
      headers: { 'user-agent': 'docker/27.3.1 go/go1.22.7 os/linux arch/amd64', 'x-docker-token': 'true' },
    },
    // The last versions that spoke the v1 API.
    {
      label: 'as docker 1.12 with X-Docker-Token',
      headers: { 'user-agent': 'docker/1.12.6 go/go1.6.4 os/linux arch/amd64', 'x-docker-token': 'true' },
    },
  ],
]

const queries: readonly Turns<string>[] = [
  [''],
  ['?page=2&page_size=10', '?page_size=100', '?name=a&ordering=name'],
  ['?q=a%20b&n=50&last=a', '?access_token=not-a-valid-token'],
]

/** The bytes are those of an empty JSON object: whatever they are, the type says what a router acts on. */
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Only sent where writing is allowed: a hub that still serves v1 carries out what it is asked. */
const bodies: readonly Turns<Headers & Pick<Ask, 'json' | 'text'>>[] = [
  [{ label: '', headers: {} }],
  [
    { label: 'body {} (if writes are allowed)', headers: {}, json: {} },
    { label: 'form body (if writes are allowed)', headers: form, json: {} },
  ],
  [
    { label: 'body [] (if writes are allowed)', headers: {}, json: [] },
    {
      label: 'body [] and X-HTTP-Method-Override (if writes are allowed)',
      headers: { 'x-http-method-override': 'GET' },
      json: [],
    },
  ],
  [{ label: 'malformed JSON body (if writes are allowed)', headers: {}, text: '{"name": ' }],
]

/** How often a request is sent. */
const times = [1, 2] as const

/** The methods of the removed routes. The document shows none, so each is asked; OPTIONS is left to a requirement of its own. */
export const v1Methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** What a request to a removed route is made of: the factors of the covering array, in the order of its columns. */
export const factors = {
  shape: lifecycle.v1Routes,
  method: v1Methods,
  name: nameClasses,
  sender: senders,
  accept: accepts,
  client: clients,
  query: queries,
  body: bodies,
  addition: additions,
  times,
} as const

type Factors = typeof factors

type ValueOf<T> = T extends Turns<infer U> ? U : T

/** One request of the array. */
export type V1Row = { readonly [F in keyof Factors]: ValueOf<Factors[F][number]> } & {
  /** Which member of the class of its name is taken. */
  readonly turn: number
}

/** Whether values go together: what only reads has no body. */
export const fits = (value: (factor: keyof Factors) => number | undefined): boolean => {
  const method = value('method')
  return !value('body') || method === undefined || !isReading(v1Methods[method] as string)
}

/** Whether a method of these changes nothing. */
export const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** The names of a class for one request; undefined where the hub shows none. */
export const namesOfClass = async (
  probe: Probe,
  { members }: NameClass,
  turn: number,
): Promise<V1Names | undefined> => {
  if (members !== 'known') return members[turn % members.length]
  if (!(await probe.hasFixture('repository'))) return undefined
  const { namespace, repository } = await probe.fixture('repository')
  const tag = (await probe.hasFixture('tag')) ? (await probe.fixture('tag')).tag : 'latest'
  return percentEncoded({ namespace, name: repository, tag })
}

/** Names as path segments. */
export const percentEncoded = ({ namespace, name, tag }: V1Names): V1Names => ({
  namespace: encodeURIComponent(namespace),
  name: encodeURIComponent(name),
  tag: encodeURIComponent(tag),
})
