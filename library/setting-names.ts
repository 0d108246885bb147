import type { SettingNames } from '../contracts/settings.ts'

/** The options of the library that the engine's messages are about. */
export const settingNames: SettingNames = {
  target: 'target',
  credentials: 'credentials',
  'credentials-header': 'credentials.header',
  writes: 'allowWrites',
  namespace: 'fixtures.namespace',
  repository: 'fixtures.repository',
  tag: 'fixtures.tag',
  org: 'fixtures.org',
  group: 'fixtures.groupId',
  reference: 'documents.reference',
  'deprecation-log': 'documents.deprecationLog',
  changelog: 'documents.changelog',
  binding: 'bindings',
  suites: 'select.suites',
  only: 'select.only',
  skip: 'select.skip',
  levels: 'select.levels',
  'not-offered': 'select.notOffered',
  timeout: 'network.timeoutMs',
  deadline: 'deadlineMs',
  rate: 'network.ratePerMinute',
  ca: 'network.ca',
  insecure: 'network.insecure',
  proxy: 'network.proxy',
}
