import { fileURLToPath } from 'node:url'

/** What the recorded session carries and no output may show; made up, and of use nowhere. */
export const planted = {
  cookie: 'planted-cookie-4f1c9a77',
  query: 'planted-query-0be86d21',
  bearer: 'planted-bearer-c3d5e8f9',
}

/** A session that Chromium recorded against the reference hub, and what it uses. */
export const sessionFixture = {
  path: fileURLToPath(new URL('../fixtures/har/chromium.har', import.meta.url)),
  routes: [
    { slug: 'name-tags', requests: 1, statuses: { 410: 1 } },
    { slug: 'namespace-name-tag', requests: 1, statuses: { 410: 1 } },
    { slug: 'post-repositories', requests: 1, statuses: { 401: 1 } },
    { slug: 'get-repository', requests: 1, statuses: { 401: 1 } },
    { slug: 'head-repository', requests: 1, statuses: { 200: 1 } },
    { slug: 'get-namespace', requests: 2, statuses: { 200: 2 } },
  ],
}
