/** Whose API a request goes to, as far as a text tells. */
export type Host = 'hub' | 'other' | 'unknown'

/** Where Docker Hub answers. */
export const hubHosts: readonly string[] = ['hub.docker.com', 'registry.hub.docker.com', 'index.docker.io']

const hubWords =
  /docker_?hub|(?:^|[^a-z])hub(?:[^a-z]|$)|hub_?(?:url|host|api|base|endpoint|domain|client|req)|docker_?(?:index|io)|index_?(?:docker|url|host)/
const otherWords =
  /nexus|artifactory|harbor|gitlab|github|gitea|bitbucket|quay|ghcr|gcr|ecr|pulp|local_?host|localhost|mirror|proxy|mock/

/** `dockerHubUrl` as `docker_hub_url`. */
const snake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

/** What the name of a variable or a client says. */
export const hostOfName = (name: string): Host => {
  const plain = snake(name).replace(/git_?hub/g, 'gitforge')
  if (/gitforge/.test(plain) || otherWords.test(plain)) return 'other'
  return hubWords.test(plain) ? 'hub' : 'unknown'
}

/** What an authority says: a host by its name, or a variable by its own. */
export const hostOfAuthority = (authority: string, hosts: readonly string[]): Host => {
  const host = authority
    .replace(/^[^@]*@/, '')
    .replace(/:\d+$/, '')
    .toLowerCase()
  if (hosts.includes(host) || hosts.includes(authority.replace(/^[^@]*@/, '').toLowerCase())) return 'hub'
  return /^[a-z0-9.[\]:-]+$/.test(host) ? 'other' : hostOfName(authority)
}
