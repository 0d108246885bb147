import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../checks/reading/json.ts'
import { requestForm } from '../../../checks/request-form.ts'
import type { Binding } from '../../../contracts/operations.ts'
import { callBody, namedInBody, needsWhole, readBody } from '../../../engine/probe/calls/body.ts'
import { requestBody } from '../../../engine/probe/creation/body.ts'

const binding: Binding = {
  operation: 'pat.create',
  method: 'POST',
  path: '/v2/keys',
  from: 'file',
  requestBody: { title: '{name}', until: '{expires_at}' },
}
const values = { name: 'one', later: '2031-01-01T00:00:00Z', published: {} }

it('a body of its own says nothing of an expiry that is not asked for', () => {
  expect(requestBody(binding, values)).toEqual({ title: 'one' })
  expect(requestBody(binding, { ...values, expiresAt: null })).toEqual({ title: 'one', until: null })
  expect(requestBody(binding, { ...values, expiresAt: '2031-01-01T00:00:00Z' })).toEqual({
    title: 'one',
    until: '2031-01-01T00:00:00Z',
  })
})

it('a token is made active, since what is off cannot be seen to be switched off', () => {
  const requestSchema = {
    type: 'object',
    required: ['is_active', 'enabled', 'hidden'],
    properties: { is_active: { type: 'boolean' }, enabled: { type: 'boolean' }, hidden: { type: 'boolean' } },
  }
  const own: Binding = { operation: 'pat.create', method: 'POST', path: '/v2/keys', from: 'reference', requestSchema }
  expect(requestBody(own, values)).toEqual({ is_active: true, enabled: true, hidden: false })
})

it('what an update has to say and nothing shows is null where it may be, and no empty text', () => {
  const requestSchema = {
    type: 'object',
    required: ['label', 'ends', 'due'],
    properties: {
      label: { type: 'string' },
      ends: { type: 'string', format: 'date-time', nullable: true },
      due: { type: 'string', format: 'date-time' },
    },
  }
  const update: Binding = {
    operation: 'pat.update',
    method: 'PUT',
    path: '/v2/x/{id}',
    from: 'reference',
    requestSchema,
  }
  expect(callBody(update, { label: 'one' }, {}, undefined)).toEqual({
    label: 'one',
    ends: null,
    due: '2099-12-31T00:00:00Z',
  })
})

it('a member is found by the name of the run that it shows, and by its declared values', () => {
  const own = 'hub-conformance-a1b2c3-0'
  const requestSchema = {
    type: 'object',
    required: ['word'],
    properties: { word: { type: 'string' }, on: { type: 'string' } },
  }
  const update: Binding = {
    operation: 'oat.update',
    method: 'PUT',
    path: '/v2/x/{id}',
    from: 'reference',
    requestSchema,
  }
  const current = { word: own, on: 'now', id: 'a' }
  expect(callBody(update, { label: `${own}-renamed` }, {}, current)).toEqual({ word: `${own}-renamed`, on: 'now' })
  // What replaces a thing says all of it, and nothing in the published form.
  expect(callBody(update, { is_active: true }, {}, current)).toEqual({ word: own, on: 'now' })
  const levels = { type: 'object', properties: { team: { type: 'string' }, might: { enum: ['read', 'write'] } } }
  const assign: Binding = { ...update, operation: 'CreateRepositoryGroup', method: 'POST', requestSchema: levels }
  expect(callBody(assign, { group_id: 'crew', permission: 'read' }, {}, undefined)).toEqual({
    team: 'crew',
    might: 'read',
  })
})

it('a permission that the user gives is sent as it is', () => {
  const requestBody = { team: '{group_id}', data: { level: 'pull', access: 20 }, label: 'x' }
  const assign: Binding = {
    operation: 'CreateRepositoryGroup',
    method: 'POST',
    path: '/v2/x',
    from: 'file',
    requestBody,
  }
  expect(callBody(assign, { group_id: 'crew', permission: 'read' }, {}, undefined)).toEqual({
    team: 'crew',
    data: { level: 'pull', access: 20 },
    label: 'x',
  })
})

it('an update is sent in the objects in which its form declares the members', () => {
  const attributes = { type: 'object', properties: { name: { type: 'string' }, enabled: { type: 'boolean' } } }
  const data = {
    type: 'object',
    required: ['type'],
    properties: { type: { enum: ['tokens'] }, id: { type: 'string' }, lid: { const: 'x' }, attributes },
  }
  const update: Binding = {
    operation: 'pat.update',
    method: 'PATCH',
    path: '/v2/keys/{id}',
    from: 'reference',
    requestSchema: { type: 'object', properties: { data } },
  }
  const sent = (attributes: object) => ({ data: { type: 'tokens', id: '7', lid: 'x', attributes } })
  expect(callBody(update, { token_label: 'two' }, { id: '7' }, undefined)).toEqual(sent({ name: 'two' }))
  expect(callBody(update, { is_active: false }, { id: '7' }, undefined)).toEqual(sent({ enabled: false }))
  // What replaces a thing says all that the same objects of it show.
  const current = { type: 'tokens', id: '7', attributes: { name: 'one', enabled: true, used: 3 } }
  const whole = callBody({ ...update, method: 'PUT' }, { is_active: false }, { id: '7' }, current)
  expect(whole).toEqual(sent({ name: 'one', enabled: false }))
  expect(needsWhole(update, { token_label: 'two' })).toBe(false)
})

it('two objects of a form are two things that it says', () => {
  const part = { type: 'object', properties: { name: { type: 'string' } } }
  const requestSchema = { type: 'object', properties: { owner: part, token: part } }
  const update: Binding = { ...binding, operation: 'pat.update', requestBody: undefined, requestSchema }
  expect(callBody(update, { token_label: 'two' }, {}, undefined)).toEqual({ token_label: 'two' })
})

it('a form without a place for what is said is sent its example, but not for a token', () => {
  const requestSchema = {
    type: 'object',
    properties: { mode: { enum: ['off', 'some'] } },
    example: { mode: 'some' },
  }
  const update: Binding = {
    operation: 'UpdateRepositoryImmutableTags',
    method: 'PATCH',
    path: '/v2/x',
    from: 'reference',
    requestSchema,
  }
  expect(callBody(update, { rules: ['v.*'] }, {}, undefined)).toEqual({ mode: 'some' })
  expect(callBody({ ...update, operation: 'pat.update' }, { label: 'a' }, {}, undefined)).toEqual({ label: 'a' })
})

it('a member whose pattern is not matched here has the value of its example', () => {
  const member = (schema: object): Binding => ({
    ...binding,
    requestBody: undefined,
    requestSchema: {
      type: 'object',
      required: ['label', 'scopes'],
      properties: { label: { type: 'string' }, scopes: { type: 'string', ...schema } },
    },
  })
  const published = { ...values, published: { scopes: ['repo:read'] } }
  const words = { pattern: '^repo\\.(read|write)$' }
  expect(requestBody(member({ ...words, example: 'repo.read' }), published)).toEqual({
    label: 'one',
    scopes: 'repo.read',
  })
  expect(requestBody(member(words), published)).toEqual({ label: 'one', scopes: 'repo:read' })
  expect(requestBody(member({ pattern: '^repo:', example: 'repo.read' }), published)).toEqual({
    label: 'one',
    scopes: 'repo:read',
  })
})

it("a switch has a place in the user's own body", () => {
  const update: Binding = {
    ...binding,
    operation: 'pat.update',
    requestBody: { token: { name: '{name}', enabled: '{enabled}' } },
  }
  const shown = { name: 'one', enabled: true }
  expect(callBody(update, { is_active: false }, {}, shown)).toEqual({ token: { name: 'one', enabled: false } })
  expect(callBody(update, { token_label: 'two' }, {}, shown)).toEqual({ token: { name: 'two', enabled: true } })
})

it("a place in the user's own body for what is not to be changed is filled with what is shown", () => {
  const update: Binding = {
    ...binding,
    operation: 'oat.update',
    method: 'PUT',
    requestBody: { nick: '{label}', awake: '{is_active}' },
  }
  expect(needsWhole(update, { label: 'two' })).toBe(true)
  expect(needsWhole(update, { label: 'two', is_active: true })).toBe(false)
  expect(callBody(update, { label: 'two' }, {}, { nick: 'one', awake: true })).toEqual({ nick: 'two', awake: true })
})

it('a value that the schema refuses is replaced by one that it accepts', () => {
  const requestSchema = {
    type: 'object',
    required: ['team', 'access'],
    properties: { team: { type: 'string' }, access: { type: 'string', enum: ['viewer', 'owner'] } },
  }
  const own: Binding = {
    operation: 'CreateRepositoryGroup',
    method: 'PUT',
    path: '/v2/x/{namespace}/{repository}/team',
    from: 'reference',
    requestSchema,
  }
  expect(callBody(own, { group_id: 'crew', permission: 'read' }, {}, undefined)).toEqual({
    team: 'crew',
    access: 'viewer',
  })
})

const creation = (requestSchema: Record<string, unknown>): Record<string, unknown> =>
  requestBody(
    { operation: 'oat.create', method: 'POST', path: '/v2/x', from: 'reference', requestSchema },
    values,
  ) as Record<string, unknown>

it.each([
  ['an example', { type: 'string', example: 'robo' }],
  ['a default', { type: 'string', default: 'robo' }],
  ['examples', { type: 'string', examples: ['robo'] }],
  ['a pattern that the name fits', { type: 'string', pattern: '^[a-z]+$', example: 'robo' }],
])('the name of what is created is its own, whatever is declared: %s', (_what, schema) => {
  for (const member of ['nick', 'handle', 'label', 'word'])
    expect(creation({ type: 'object', required: [member], properties: { [member]: schema } })).toEqual({
      [member]: 'one',
    })
  // The member that sounds like a name is not always the first.
  const properties = { zone: { type: 'string', example: 'eu' }, nick: schema }
  expect(creation({ type: 'object', required: ['zone', 'nick'], properties })).toEqual({ zone: 'eu', nick: 'one' })
  const inner = { type: 'object', required: ['nick'], properties: { nick: schema } }
  for (const token of [inner, { ...inner, example: { nick: 'robo' } }])
    expect(creation({ type: 'object', required: ['token'], properties: { token } })).toEqual({ token: { nick: 'one' } })
  expect(creation({ type: 'object', properties: { nick: schema, zone: { type: 'string' } } })).toEqual({ nick: 'one' })
})

it.each([
  ['an enumeration', { type: 'string', enum: ['ci', 'dev'] }, 'ci'],
  ['a constant', { const: 'ci' }, 'ci'],
  ['a pattern', { type: 'string', pattern: '^[A-Z]{2}$', example: 'CI' }, 'CI'],
  ['a length', { type: 'string', maxLength: 2, example: 'ci' }, 'ci'],
])('a name that the form does not take is as declared: %s', (_what, schema, expected) => {
  expect(creation({ type: 'object', required: ['label'], properties: { label: schema } })).toEqual({ label: expected })
})

it.each([
  ['alternatives of the same', '^(?:[a-z0-9-]|[a-z0-9-])+!$'],
  ['many repetitions', `^${'.*'.repeat(60)}!$`],
])('a pattern of a target that could take for ever is not matched: %s', (_what, pattern) => {
  const name = 'hub-conformance-abcdef-0123456789abcdef'
  const requestSchema = { type: 'object', properties: { label: { type: 'string', pattern } } }
  const binding = { operation: 'oat.create', method: 'POST', path: '/v2/x', from: 'reference', requestSchema } as const
  expect(requestBody(binding, { ...values, name })).toEqual({ label: name })
})

it('an object around what is said is sent whether or not it is required, with the kind of thing next to it', () => {
  const attributes = { type: 'object', properties: { title: { type: 'string' }, until: { type: 'string' } } }
  const requestSchema = {
    type: 'object',
    properties: { data: { type: 'object', properties: { type: { enum: ['tokens'] }, attributes } } },
  }
  const own: Binding = { operation: 'pat.create', method: 'POST', path: '/v2/keys', from: 'reference', requestSchema }
  expect(requestBody(own, values)).toEqual({ data: { type: 'tokens', attributes: { title: 'one' } } })
})

const text = { type: 'string' }
const updating = (operation: Binding['operation'], requestSchema: Record<string, unknown>): Binding => ({
  operation,
  method: 'PATCH',
  path: '/v2/x/{id}',
  from: 'reference',
  requestSchema,
})

const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required })

it.each([
  [
    'objects next to each other',
    object({ metadata: object({ name: text }), spec: object({ enabled: { type: 'boolean' } }) }),
  ],
  [
    'alternatives',
    object({
      metadata: { anyOf: [{ type: 'null' }, object({ name: text })] },
      spec: { oneOf: [object({ enabled: {} })] },
    }),
  ],
])('what an update says is written where the form declares it: %s', (_what, requestSchema) => {
  const update = updating('pat.update', requestSchema)
  const said = (json: object) => callBody(update, json as Record<string, unknown>, { id: '7' }, undefined)
  expect(said({ token_label: 'two' })).toEqual({ metadata: { name: 'two' } })
  expect(said({ is_active: false })).toEqual({ spec: { enabled: false } })
  // What is in this form already stays as it is.
  expect(said({ metadata: { name: 'two' } })).toEqual({ metadata: { name: 'two' } })
  expect(requestForm(update, [{ name: 'token_label', value: 'two' }])).toEqual({ metadata: { name: 'two' } })
})

it('an update that demands, or replaces, what it does not change has it as it is shown, whatever it is called there', () => {
  const spec = object({ enabled: { type: 'boolean' }, note: text, uid: { type: 'string', readOnly: true } }, [
    'enabled',
  ])
  const requestSchema = object({ metadata: object({ name: text }, ['name']), spec }, ['metadata', 'spec'])
  const update = updating('oat.update', requestSchema)
  expect(needsWhole(update, { is_active: false })).toBe(true)
  const flat = { label: 'one', is_active: true, uid: 'u', note: 'n' }
  const nested = { metadata: { name: 'one' }, spec: { enabled: true, uid: 'u', note: 'n' } }
  for (const shown of [flat, nested]) {
    expect(callBody(update, { label: 'two' }, {}, shown)).toEqual({
      metadata: { name: 'two' },
      spec: { enabled: true },
    })
    expect(callBody(update, { is_active: false }, {}, shown)).toEqual({
      metadata: { name: 'one' },
      spec: { enabled: false },
    })
    expect(callBody({ ...update, method: 'PUT' }, { is_active: false }, {}, shown)).toEqual({
      metadata: { name: 'one' },
      spec: { enabled: false, note: 'n' },
    })
  }
  // Where nothing declares the form, a replacement has that of what is shown.
  expect(callBody({ ...update, method: 'PUT', requestSchema: {} }, { is_active: false }, {}, nested)).toEqual({
    ...nested,
    spec: { ...nested.spec, enabled: false },
  })
})

const readOnly = { ...text, readOnly: true }

it('what is readOnly is in no request, required or not, wherever it stands', () => {
  const rule = object({ id: readOnly, pattern: text }, ['id', 'pattern'])
  const shared = object(
    {
      id: readOnly,
      title: text,
      made: { allOf: [{ type: 'object', properties: { by: text } }, { readOnly: true }] },
      limits: object({ used: readOnly, most: { type: 'integer' } }, ['used', 'most']),
      rules: { type: 'array', items: rule },
      notes: { allOf: [{ type: 'array', items: { allOf: [rule] } }] },
      labels: { type: 'object', additionalProperties: rule },
    },
    ['id', 'title', 'made', 'limits', 'rules', 'notes', 'labels'],
  )
  const part = { id: 'r', pattern: 'v.*' }
  const shown = {
    id: '7',
    title: 'one',
    made: { by: 'us' },
    limits: { used: 'u', most: 3 },
    rules: [part],
    notes: [part],
    labels: { first: part },
  }
  const { id: _id, ...rest } = part
  const written = { title: 'two', limits: { most: 3 }, rules: [rest], notes: [rest], labels: { first: rest } }
  for (const method of ['PATCH', 'PUT']) {
    const update = { ...updating('oat.update', shared), method }
    const json = requestForm(update, [{ name: 'label', value: 'two' }], shown) ?? {}
    expect(json).toEqual(written)
    expect(callBody(update, json, { id: '7' }, shown)).toEqual(written)
    expect(callBody(update, { label: 'two' }, { id: '7' }, shown)).toEqual(written)
  }
  const needed = object({ id: readOnly, title: text }, ['id', 'title'])
  expect(needsWhole(updating('oat.update', needed), { title: 'two' })).toBe(false)
  const created = object(
    { name: readOnly, title: text, id: readOnly, rules: { type: 'array', items: rule, example: [part] } },
    ['name', 'title', 'id', 'rules'],
  )
  expect(requestBody({ ...updating('pat.create', created), method: 'POST' }, values)).toEqual({
    title: 'one',
    rules: [rest],
  })
})

it('what a whole thing must say, and is not shown, is null where it may be', () => {
  const put = (expiry: object): Binding => ({
    operation: 'oat.update',
    method: 'PUT',
    path: '/v2/x/{id}',
    from: 'reference',
    requestSchema: {
      type: 'object',
      required: ['title', 'until', 'state'],
      properties: { title: { type: 'string' }, until: expiry, state: { enum: ['live', 'frozen'] } },
    },
  })
  const instant = { format: 'date-time' }
  const nullable = [
    { ...instant, type: ['string', 'null'] },
    { ...instant, type: 'string', nullable: true },
    { oneOf: [{ ...instant, type: 'string' }, { type: 'null' }] },
  ]
  for (const expiry of nullable)
    expect(callBody(put(expiry), { label: 'two' }, {}, { title: 'one' })).toEqual({
      title: 'two',
      until: null,
      state: 'live',
    })
  const shown = { title: 'one', until: '2031-01-01T00:00:00Z', state: 'frozen' }
  expect(callBody(put(nullable[0] ?? {}), { label: 'two' }, {}, shown)).toEqual({ ...shown, title: 'two' })
})

it('a text that is required has the format that it is declared with', () => {
  const texts = (format: string, others: object = {}): unknown => {
    const properties = { title: { type: 'string' }, text: { type: 'string', format, ...others } }
    const requestSchema = { type: 'object', required: ['title', 'text'], properties }
    const own: Binding = { operation: 'pat.create', method: 'POST', path: '/v2/keys', from: 'reference', requestSchema }
    return (requestBody(own, values) as { readonly text: unknown }).text
  }
  expect(texts('email')).toBe('one@example.org')
  expect(texts('email', { maxLength: 14 })).toBe('ne@example.org')
  expect(texts('hostname')).toBe('one.example.org')
  expect(texts('uri')).toBe('https://one.example.org/')
  expect(texts('uuid')).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  expect(texts('date')).toBe('2031-01-01')
  expect(texts('date-time')).toBe('2031-01-01T00:00:00Z')
  expect(texts('ipv4')).toBe('192.0.2.1')
  expect(texts('phone')).toBe('one')
  expect(texts('email', { example: 'ops@example.com' })).toBe('ops@example.com')
})

it('of several members that may be the label the one that shows it now is meant, and none where nothing tells', () => {
  const requestSchema = object({ owner: object({ name: text }), token: object({ name: text }) })
  const update = updating('oat.update', requestSchema)
  const field = { name: 'label', value: 'hub-conformance-a-renamed' }
  expect(requestForm(update, [field])).toBeUndefined()
  const current = { owner: { name: 'kim' }, token: { name: 'hub-conformance-a' } }
  expect(requestForm(update, [field], current)).toEqual({ token: { name: field.value } })
})

it.each([
  ['disabled', { type: 'boolean' }, { disabled: true }, { disabled: false }],
  ['isRevoked', { type: 'boolean' }, { isRevoked: true }, { isRevoked: false }],
  ['state', { type: 'string', enum: ['ACTIVE', 'REVOKED', 'INACTIVE'] }, { state: 'INACTIVE' }, { state: 'ACTIVE' }],
  ['phase', { enum: ['TOKEN_ENABLED', 'TOKEN_SUSPENDED'] }, { phase: 'TOKEN_SUSPENDED' }, { phase: 'TOKEN_ENABLED' }],
  ['kind', { enum: ['personal', 'active'] }, undefined, undefined],
])('a switch is written as %s where that is what the form declares', (name, schema, off, on) => {
  const update: Binding = {
    operation: 'pat.update',
    method: 'PATCH',
    path: '/v2/x/{id}',
    from: 'reference',
    requestSchema: object({ title: text, [name]: schema }),
  }
  for (const [value, body] of [
    [false, off],
    [true, on],
  ] as const) {
    expect(requestForm(update, [{ name: 'is_active', value }])).toEqual(body)
    expect(callBody(update, { is_active: value }, {}, undefined)).toEqual(body ?? { is_active: value })
  }
})

it.each([[{ maxLength: 5 }], [{ pattern: '^[a-z]$' }], [{ enum: ['ci', 'dev'] }], [{ const: 'ci' }]])(
  'a label that its declaration does not take is not sent: %j',
  limits => {
    const requestSchema = object({ label: { ...text, ...limits } })
    const update = updating('oat.update', requestSchema)
    expect(requestForm(update, [{ name: 'label', value: 'longer' }])).toBeUndefined()
  },
)

it.each([
  [
    'an object',
    object({ repository: object({ name: text }, ['name']) }, ['repository']),
    { repository: { name: 'one' } },
  ],
  [
    'a resource',
    object({ data: object({ attributes: object({ description: text }, ['description']) }, ['attributes']) }, ['data']),
    { data: { attributes: { description: 'one' } } },
  ],
])('%s that could say a text is no place for a name', (_what, requestSchema, body) => {
  expect(creation(requestSchema)).toEqual(body)
})

it('the name of what is created, and its expiry, are written where the form declares them', () => {
  const metadata = object({ name: text, note: text })
  const spec = object({
    expires_at: text,
    zone: { type: 'string', maxLength: 2 },
    scopes: { type: 'array', items: text },
  })
  const kind = { const: 'Token' }
  expect(creation(object({ metadata, spec, kind }))).toEqual({ metadata: { name: 'one' }, kind: 'Token' })
  const demanding = { ...spec, required: ['zone'] }
  expect(creation(object({ metadata, spec: demanding }, ['spec']))).toEqual({
    metadata: { name: 'one' },
    spec: { zone: 'ne' },
  })
  const end = '2031-01-01T00:00:00Z'
  const requestSchema = object({ metadata, spec })
  const own: Binding = { operation: 'oat.create', method: 'POST', path: '/v2/x', from: 'reference', requestSchema }
  expect(requestBody(own, { ...values, expiresAt: end })).toEqual({
    metadata: { name: 'one' },
    spec: { expires_at: end },
  })
})

it.each([
  [
    'an example to come',
    { type: 'string', format: 'date-time', example: '2031-05-06T00:00:00Z' },
    '2031-05-06T00:00:00Z',
  ],
  ['a default to come', { type: 'integer', default: 1_935_792_000 }, 1_935_792_000],
  ['an example that is over', { type: 'string', example: '2021-05-06T00:00:00Z' }, '2031-02-01T10:20:30Z'],
  ['an example of another type', { type: 'integer', example: '2031-05-06T00:00:00Z' }, 1_935_792_000],
  ['no example', { type: 'string' }, '2031-02-01T10:20:30Z'],
])('an expiry that a target demands is what it shows of it: %s', (_what, schema, expected) => {
  const requestSchema = {
    type: 'object',
    required: ['label', 'expires_at'],
    properties: { label: { type: 'string' }, expires_at: schema },
  }
  const own: Binding = { operation: 'pat.create', method: 'POST', path: '/v2/x', from: 'reference', requestSchema }
  const asked = { name: 'n', now: '2031-01-02T00:00:00Z', later: '2031-02-01T10:20:30Z', published: {} }
  expect(requestBody(own, asked)).toEqual({ label: 'n', expires_at: expected })
  // What is asked for is sent as it is asked.
  const expiresAt = '2031-03-01T10:20:30Z'
  expect(
    requestBody(
      { ...own, requestSchema: { ...requestSchema, properties: { expires_at: {} } } },
      { ...asked, expiresAt },
    ),
  ).toMatchObject({ expires_at: expiresAt })
})

it('an object around a whole form is named for what it is about, and is no member that says it', () => {
  const inRoot = (root: string, properties: object): Binding => ({
    ...binding,
    requestBody: undefined,
    requestSchema: {
      type: 'object',
      required: [root],
      properties: { [root]: { type: 'object', required: Object.keys(properties), properties } },
    },
  })
  const levels = { team_id: { type: 'integer' }, permission: { type: 'string', enum: ['read', 'write'] } }
  const assigned = [
    { name: 'group_id', value: 3 },
    { name: 'permission', value: 'write' },
  ]
  expect(requestForm(inRoot('group', levels), assigned)).toEqual({ group: { team_id: 3, permission: 'write' } })
  const settings = { enabled: { type: 'boolean' }, rules: { type: 'array', items: { type: 'string' } } }
  const own = inRoot('immutable_tags', settings)
  const set = { immutable_tags: true, immutable_tags_rules: ['v.*'] }
  const said = Object.entries(set).map(([name, value]) => ({ name, value }))
  expect(requestForm(own, said)).toEqual({ immutable_tags: { enabled: true, rules: ['v.*'] } })
  expect(callBody({ ...own, operation: 'UpdateRepositoryImmutableTags' }, set, {}, undefined)).toEqual({
    immutable_tags: { enabled: true, rules: ['v.*'] },
  })
  const alone = { ...binding, requestBody: undefined, requestSchema: { properties: { rule: { type: 'string' } } } }
  expect(requestForm(alone, [{ name: 'regex', value: 'v.*' }])).toEqual({ rule: 'v.*' })
})

it('immutable tags are on where what says that they are off is false', () => {
  const properties = { disabled: { type: 'boolean' }, tag_patterns: { type: 'array', items: { type: 'string' } } }
  const own: Binding = { ...binding, requestBody: undefined, requestSchema: { type: 'object', properties } }
  expect(requestForm(own, [{ name: 'immutable_tags', value: true }])).toEqual({ disabled: false })
})

it('what is shown as an object and declared as a text is written as what names it', () => {
  const text = { type: 'string' }
  const properties = { label: text, owner: text, team: { type: 'integer' }, policy: text, rules: { type: 'object' } }
  const update: Binding = {
    operation: 'pat.update',
    method: 'PUT',
    path: '/v2/keys/{id}',
    from: 'reference',
    requestSchema: { type: 'object', required: ['label'], properties },
  }
  const shown = {
    label: 'one',
    owner: { id: 7, name: 'me' },
    team: { id: 3, name: 'crew' },
    policy: { days: 1 },
    rules: { a: 1 },
  }
  expect(callBody(update, { label: 'two' }, {}, shown)).toEqual({ label: 'two', owner: 'me', team: 3, rules: { a: 1 } })
})

it('a switch in an object of its name is one of its states', () => {
  const requestSchema = {
    type: 'object',
    properties: {
      immutable_tags: { type: 'object', properties: { state: { type: 'string', enum: ['off', 'on'] } } },
    },
  }
  const update: Binding = {
    operation: 'UpdateRepositoryImmutableTags',
    method: 'PATCH',
    path: '/v2/x/{repository}',
    from: 'reference',
    requestSchema,
  }
  expect(callBody(update, { immutable_tags: true }, {}, undefined)).toEqual({ immutable_tags: { state: 'on' } })
})

describe('the names of a repository in the body of a POST', () => {
  const form = (properties: JsonObject): Binding => ({
    operation: 'UpdateRepositoryImmutableTags',
    method: 'POST',
    path: '/v2/immutability',
    from: 'reference',
    requestSchema: { type: 'object', properties },
  })
  const text = { type: 'string' }
  const object = (properties: JsonObject) => ({ type: 'object', properties })
  const named = { namespace: 'acme', repository: 'web' }
  it.each<[JsonObject, ReturnType<typeof namedInBody>]>([
    [
      { owner: text, repo: text },
      [
        [['owner'], 'acme'],
        [['repo'], 'web'],
      ],
    ],
    [
      { repository: object({ name: text, namespace: text }) },
      [
        [['repository', 'namespace'], 'acme'],
        [['repository', 'name'], 'web'],
      ],
    ],
    [{ repository: { type: 'integer' } }, []],
    [{ repository: { ...text, example: 'acme/web' } }, []],
    [{ repository: { ...text, pattern: '^[a-z]+/[a-z]+$' } }, []],
    [{ rules: { type: 'array', items: object({ repository: text, pattern: text }) } }, []],
  ])('stand where %j takes them', (properties, names) => expect(namedInBody(form(properties), named)).toEqual(names))
  it('are all in a body that looks for it', () =>
    expect(
      readBody({ ...form({ repository: object({ name: text, namespace: text }) }), operation: 'GetRepository' }, named),
    ).toEqual({ repository: { name: 'web', namespace: 'acme' } }))
  it('are a name by itself where something is read by it, and no other member takes it', () => {
    const asked = (operation: Binding['operation'], properties: JsonObject) =>
      namedInBody({ ...form(properties), operation }, named)
    expect(asked('CheckRepository', { name: text })).toEqual([[['name'], 'web']])
    expect(asked('CheckRepository', { name: text, repo: text })).toEqual([[['repo'], 'web']])
    expect(asked('CreateRepositoryGroup', { name: text })).toEqual([])
  })
  it('are no place for a pattern', () =>
    expect(
      callBody(
        form({ repository: text, enabled: { type: 'boolean' } }),
        { immutable_tags: true, immutable_tags_rules: ['v.*'] },
        named,
        undefined,
      ),
    ).toEqual({ enabled: true }))
})
