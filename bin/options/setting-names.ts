import type { SettingNames } from '../../contracts/settings.ts'

/** What the command calls the settings that the engine's messages are about. */
export const settingNames: SettingNames = {
  target: '--target',
  credentials: 'HUB_CONFORMANCE_TOKEN, or HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD',
  'credentials-header': '--auth-header',
  writes: '--allow-writes',
  namespace: '--namespace',
  repository: '--repository',
  tag: '--tag',
  org: '--org',
  group: '--group-id',
  reference: '--reference',
  'deprecation-log': '--deprecation-log',
  changelog: '--changelog',
  binding: '--binding',
  suites: '--suite',
  only: '--only',
  skip: '--skip',
  levels: '--level',
  'not-offered': '--not-offered',
  timeout: '--timeout',
  rate: '--rate',
  deadline: '--deadline',
  ca: '--ca',
  insecure: '--insecure',
  proxy: '--proxy',
}
