import { answer } from './app.ts'
import { issueBearer } from './auth.ts'
import { addData, type HubData } from './data.ts'
import { createRandom } from './random.ts'
import { type Fixtures, seed } from './seed.ts'
import { createStore } from './store.ts'

export { HubDataError } from './data.ts'

export interface HubOptions {
  /** The hub's clock. */
  readonly now?: () => Date
  /** Makes identifiers and secrets the same every time. */
  readonly seed?: number
  /** What the hub has from the start, next to its own user and organization. */
  readonly data?: HubData
}

interface Credentials {
  readonly username: string
  readonly password: string
  /** A bearer token that does not expire. */
  readonly token: string
}

/** A correct small hub: the API of the lifecycle document on the published paths, with a store of its own. */
export interface Hub {
  readonly handler: (request: Request) => Promise<Response>
  readonly credentials: Credentials
  readonly fixtures: Fixtures
}

/** Creates a hub with a user, an organization, repositories and tokens in it. */
export const createHub = (options: HubOptions = {}): Hub => {
  const store = createStore(options.now ?? (() => new Date()), createRandom(options.seed))
  const { username, password, fixtures } = seed(store)
  if (options.data !== undefined) addData(store, options.data)
  const token = issueBearer(store, { kind: 'user', name: username }, Number.POSITIVE_INFINITY)
  return { handler: request => answer(store, request), credentials: { username, password, token }, fixtures }
}
