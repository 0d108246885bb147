import { authRoutes } from '../auth.ts'
import { changelog } from '../documents/changelog.ts'
import { deprecationLog } from '../documents/deprecated.ts'
import { documentReply, openApiOf } from '../documents/openapi.ts'
import type { Call, Reply, Route } from '../http.ts'
import { accessTokenRoutes } from './access-tokens.ts'
import { accountRoutes } from './accounts.ts'
import { apiTokenRoutes } from './api-tokens.ts'
import { auditLogRoutes } from './audit-logs.ts'
import { groupRoutes } from './groups.ts'
import { immutableTagRoutes } from './immutable-tags.ts'
import { legacyRoutes } from './legacy.ts'
import { orgAccessTokenRoutes } from './org-access-tokens.ts'
import { repositoryRoutes } from './repositories.ts'
import { tagRoutes } from './tags.ts'

const markdown = 'text/markdown; charset=utf-8'

// The reference is made once per process, when it is first asked for: most hubs never are.
let openApi: ((origin: string) => string) | undefined

const document = (
  path: string,
  summary: string,
  mediaType: string,
  schema: string,
  reply: (call: Call) => Reply,
): Route => ({
  method: 'GET',
  path,
  tag: 'documents',
  summary,
  auth: 'none',
  success: { status: 200, schema, mediaType },
  handle: reply,
})

const deprecated = documentReply(deprecationLog, markdown)
const changes = documentReply(changelog, markdown)

const documentRoutes: readonly Route[] = [
  document('/openapi.json', 'Reference of this API', 'application/json', 'openapi', ({ request }) => {
    openApi ??= openApiOf(routes)
    return documentReply(openApi(new URL(request.url).origin), 'application/json')
  }),
  document('/deprecated.md', 'Deprecation log', 'text/markdown', 'markdown', () => deprecated),
  document('/changelog.md', 'Change history', 'text/markdown', 'markdown', () => changes),
]

/** Every route that is answered, apart from the removed ones. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...accountRoutes,
  ...accessTokenRoutes,
  ...apiTokenRoutes,
  ...orgAccessTokenRoutes,
  ...auditLogRoutes,
  ...repositoryRoutes,
  ...tagRoutes,
  ...immutableTagRoutes,
  ...groupRoutes,
  ...legacyRoutes,
  ...documentRoutes,
]
