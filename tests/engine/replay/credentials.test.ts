import { describe, expect, it } from 'vitest'
import { publishedLogin } from '../../../contracts/bindings/docker-hub.ts'
import type { Exchange } from '../../../contracts/exchange.ts'
import { Missing, NoAnswer } from '../../../contracts/results/finding.ts'
import { type Logins, loginOf, replayCredentials } from '../../../engine/replay/credentials.ts'
import { createRecording, replayClient } from '../../../engine/replay/recorded-client.ts'
import { answered } from '../../checks/answers/answered.ts'

const base = 'http://hub/base'
const given = { identifier: 'me', secret: 'password' }

const login = (
  id: string,
  {
    status = 200,
    answer = { access_token: 'a-token-of-the-login' } as unknown,
    path = publishedLogin.path,
    sent = given as object,
  } = {},
): Exchange => ({
  ...answered(answer, {
    status,
    method: 'POST',
    url: base + path,
    sent: JSON.stringify(sent),
  }),
  id,
})
const asked = (id: string, as: Exchange['request']['as']): Exchange => {
  const exchange = answered({}, { url: `${base}/v2/x` })
  return { ...exchange, id, request: { ...exchange.request, as } }
}

describe('what a login was sent with', () => {
  const sent = (body: string | null, as: Exchange['request']['as'] = 'anonymous') => {
    const exchange = login('x1')
    return loginOf({ ...exchange, request: { ...exchange.request, body, as } })
  }

  it.each([given, { username: 'me', password: 'password' }, { username: 'me', secret: 'password' }])(
    'is in %j',
    body => {
      expect(sent(JSON.stringify(body))).toEqual({ username: 'me', password: 'password' })
    },
  )

  it.each([
    null,
    'text',
    'null',
    '["me","password"]',
    '{"identifier":"me"}',
    '{"identifier":"me","secret":"password","more":1}',
    '{"identifier":1,"secret":"password"}',
    '{"identifier":"me","secret":1}',
  ])('is not in %s', body => {
    expect(sent(body)).toBeUndefined()
  })

  it('is not shown where it was sent as HTTP Basic', () => {
    const exchange = login('x1')
    const as = (method: string, field: string) =>
      loginOf({
        ...exchange,
        request: {
          ...exchange.request,
          method,
          body: null,
          headers: [
            ['accept', '*/*'],
            [field, 'x'],
          ],
        },
      })
    expect(as('POST', 'Authorization')).toEqual({ username: '', password: '' })
    expect(as('POST', 'x-other')).toBeUndefined()
    expect(as('GET', 'authorization')).toBeUndefined()
  })

  it('is not in what was sent with credentials', () => {
    expect(sent(JSON.stringify(given), 'valid')).toBeUndefined()
  })
})

describe('credentials of a report', () => {
  const replayed = [['authorization', 'Bearer replayed']]

  const replay = (exchanges: readonly Exchange[], parts: Partial<Logins> = {}) => {
    const recording = createRecording(exchanges)
    const client = replayClient(recording, { base, allowWrites: true })
    const logins: Logins = {
      available: true,
      refused: new Set(),
      sent: { kind: 'login', header: 'Authorization', place: 'header authorization' },
      bindings: [publishedLogin],
      exchanges: exchanges.filter(exchange => loginOf(exchange) !== undefined),
      base,
      ...parts,
    }
    const recorded: string[] = []
    const recorder = { record: ({ id }: Exchange) => recorded.push(id) }
    const credentials = replayCredentials(recording, client, logins)
    return {
      credentials,
      recorded,
      rest: () => recording.rest().map(({ id }) => id),
      ask: () => credentials.authorization(recorder as never),
    }
  }
  const failed = login('x1', { status: 500, answer: { message: 'no' } })

  it('log in where the record says so', async () => {
    const { ask, recorded, rest } = replay([login('x1'), asked('x2', 'valid')])
    expect(await ask()).toEqual(replayed)
    expect([recorded, rest()]).toEqual([['x1'], ['x2']])
    expect(await ask()).toEqual(replayed)
    expect(rest()).toEqual(['x2'])
  })

  it('take a login of the target’s own as it is recorded, where it succeeded', async () => {
    const own = (status: number) => login('x1', { status, sent: { loginName: 'me', passPhrase: 'password' } })
    const { ask, recorded, rest } = replay([own(200), asked('x2', 'valid')])
    expect(await ask()).toEqual(replayed)
    expect([recorded, rest()]).toEqual([['x1'], ['x2']])
    const failing = replay([own(500), asked('x2', 'valid')])
    expect(await failing.ask()).toEqual(replayed)
    expect(failing.recorded).toEqual([])
  })

  it.each<[string, Partial<Exchange>, Partial<Exchange['request']>]>([
    ['was sent with credentials', {}, { as: 'valid' }],
    ['only reads', {}, { method: 'GET' }],
    ['was sent elsewhere', {}, { url: `${base}/v2/other` }],
    ['got no answer', { response: null }, {}],
  ])('take nothing for such a login that %s', async (_, parts, sent) => {
    const own = login('x1', { sent: { loginName: 'me', passPhrase: 'password' } })
    const other: Exchange = { ...own, ...parts, request: { ...own.request, ...sent } }
    const { ask, recorded } = replay([other, asked('x2', 'valid')])
    expect(await ask()).toEqual(replayed)
    expect(recorded).toEqual([])
  })

  it('take a login of the target’s own where the target says that it is', async () => {
    const own = login('x1', { path: '/v2/in', sent: { loginName: 'me', passPhrase: 'password' } })
    const bindings = [{ ...publishedLogin, path: '/v2/in' }, publishedLogin] as const
    const { ask, recorded } = replay([own, asked('x2', 'valid')], { bindings })
    expect(await ask()).toEqual(replayed)
    expect(recorded).toEqual(['x1'])
  })

  it('log in at the place that the record has', async () => {
    const other = { ...publishedLogin, path: '/v2/users/login' }
    const { ask, rest } = replay([login('x1', { path: '/v2/users/login' })], { bindings: [publishedLogin, other] })
    expect(await ask()).toEqual(replayed)
    expect(rest()).toEqual([])
    const elsewhere = replay([login('x1', { path: '/elsewhere' })], { bindings: [publishedLogin, other] })
    await expect(elsewhere.ask()).rejects.toThrow(`no record of POST ${base}${publishedLogin.path}`)
  })

  it('fail as the login did, again and without another request', async () => {
    const { ask, rest } = replay([failed, asked('x2', 'anonymous')])
    await expect(ask()).rejects.toBeInstanceOf(NoAnswer)
    expect(rest()).toEqual(['x2'])
    await expect(ask()).rejects.toBeInstanceOf(NoAnswer)
  })

  it('hold again after a login that holds', async () => {
    const { ask } = replay([failed, login('x2'), asked('x3', 'valid')])
    await expect(ask()).rejects.toBeInstanceOf(NoAnswer)
    expect(await ask()).toEqual(replayed)
    expect(await ask()).toEqual(replayed)
  })

  it('fail where a login of another case failed, and nothing was sent with them', async () => {
    const record = [asked('x2', 'anonymous')]
    await expect(replay(record, { exchanges: [failed] }).ask()).rejects.toBeInstanceOf(NoAnswer)
    await expect(replay(record, { exchanges: [login('x1'), failed] }).ask()).rejects.toBeInstanceOf(NoAnswer)
    expect(await replay(record, { exchanges: [login('x1')] }).ask()).toEqual(replayed)
    expect(await replay(record, { exchanges: [asked('x1', 'valid')] }).ask()).toEqual(replayed)
    expect(await replay([...record, asked('x3', 'valid')], { exchanges: [failed] }).ask()).toEqual(replayed)
  })

  it('are missing where the run had none, or what was to give a token gave none', async () => {
    await expect(replay([asked('x1', 'valid')], { available: false }).ask()).rejects.toMatchObject({
      code: 'need-credentials',
    })
    const unavailable = new Missing('token-unavailable', { message: 'no' })
    await expect(replay([], { unavailable }).ask()).rejects.toBe(unavailable)
    expect(await replay([asked('x1', 'valid')], { unavailable }).ask()).toEqual(replayed)
  })

  it('take the form of a cookie that no login set', async () => {
    const answer = { welcome: true }
    const second = { path: '/v2/users/login', sent: { username: 'me', password: 'password' } }
    const welcome = [login('x1', { answer }), login('x2', { answer, ...second })]
    const asking = replay(welcome, { header: 'Cookie: other={token}' }).ask()
    await expect(asking).rejects.toMatchObject({ code: 'login-token-unknown', values: { cookie: 'other' } })
    await expect(replay(welcome).ask()).rejects.not.toHaveProperty('values.cookie')
  })

  it('are sent as they are in the form of user name and password', async () => {
    const { credentials } = replay([failed])
    const basic = credentials.inForm('Authorization: Basic {basic}')
    expect(await basic.authorization({} as never)).toEqual(replayed)
    const refused = replay([failed], { refused: new Set(['Authorization: Basic {basic}']) }).credentials
    const asking = refused.inForm('Authorization: Basic {basic}').authorization({ record: () => undefined })
    await expect(asking).rejects.toBeInstanceOf(NoAnswer)
    expect([basic.available, basic.renew('' as never), credentials.useless()]).toEqual([true, false, undefined])
    expect(credentials.malformed).toEqual(replayed)
  })
})
