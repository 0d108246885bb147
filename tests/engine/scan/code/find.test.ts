import { describe, expect, it } from 'vitest'
import { findUses } from '../../../../engine/scan/code/find.ts'
import { hubHosts } from '../../../../engine/scan/code/host.ts'
import { kindOfFile } from '../../../../engine/scan/code/text.ts'

const found = (text: string, file = 'a.sh', hosts = hubHosts) =>
  findUses({ file, text, kind: kindOfFile(file) }, hosts).map(({ use }) => use)

const short = (text: string, file = 'a.sh', hosts = hubHosts): readonly string[] =>
  found(text, file, hosts).map(({ slug, certainty }) => `${slug} ${certainty}`)

const hub = 'https://hub.docker.com'

describe('forms that public code uses', () => {
  it.each([
    ['a.sh', `curl -s "${hub}/v2/repositories/\${ns}/?page_size=10000"`, 'get-namespace certain'],
    ['a.py', `requests.get("${hub}/v2/repositories/{}/".format(ns))`, 'get-namespace certain'],
    ['a.js', `fetch(\`${hub}/v2/repositories/\${ns}/\${repo}/\`)`, 'get-repository certain'],
    ['a.go', `http.Get(fmt.Sprintf("${hub}/v2/repositories/%s/%s", ns, repo))`, 'get-repository certain'],
    ['a.js', `axios.get("${hub}/v2/repositories/" + ns + "/" + repo)`, 'get-repository certain'],
    ['a.sh', `curl -X POST ${hub}/v2/repositories/ -d '{}'`, 'post-repositories certain'],
    ['a.sh', 'curl https://registry.hub.docker.com/v1/repositories/$1/tags', 'name-tags certain'],
    ['a.go', 'http.Get(fmt.Sprintf("https://index.docker.io/v1/repositories/%s/tags", image))', 'name-tags certain'],
    ['a.py', 'get(f"https://index.docker.io/v1/repositories/library/{image}/images")', 'namespace-name-images certain'],
    ['a.swift', `let url = URL(string: "${hub}/v2/repositories/\\(ns)/\\(repo)")`, 'get-repository likely'],
    ['a.ex', `HTTPoison.get!("${hub}/v2/repositories/" <> ns <> "/")`, 'get-namespace certain'],
    ['a.lua', `http.request("${hub}/v2/repositories/" .. ns)`, 'get-namespace certain'],
    ['a.bat', `curl ${hub}/v2/repositories/%NAMESPACE%/`, 'get-namespace certain'],
    ['a.http', `POST ${hub}/v2/repositories/{{namespace}}`, 'post-namespace certain'],
    ['a.py', `subprocess.run(['curl', '-X', 'POST', '${hub}/v2/repositories/'])`, 'post-repositories certain'],
    ['a.py', `url = urljoin("${hub}", "/v2/repositories/acme/app")\nrequests.head(url)`, 'head-repository certain'],
    ['a.go', `u := url.JoinPath(hubURL, "v2/repositories", ns, repo)\nhttp.Get(u)`, 'get-repository certain'],
    ['a.tf', `data "http" "x" {\n  url = "${hub}/v2/repositories/library/nginx/"\n}`, 'get-repository likely'],
  ])('%s: %s', (file, text, expected) => {
    expect(short(text, file)).toEqual([expected])
  })
})

describe('not a use', () => {
  it.each([
    ['a.sh', `curl ${hub}/v2/repositories/$ns/$repo/tags/`],
    ['a.sh', `curl ${hub}/v2/repositories/$ns/$repo/tags/latest`],
    ['a.sh', `curl ${hub}/v2/search/repositories/?query=x`],
    ['a.sh', `curl ${hub}/v2/repositories/$ns/$repo/dockerfile/`],
    ['a.sh', 'curl https://registry-1.docker.io/v2/library/alpine/manifests/latest'],
    ['a.sh', 'curl http://registry.example.com/v2/_catalog'],
    ['a.sh', 'curl https://registry.example.com/v1/repositories/acme/tags'],
    ['a.sh', 'curl https://hub.docker.com.example.com/v2/repositories/acme'],
    ['a.sh', `curl -X DELETE ${hub}/v2/repositories/$ns/$repo/`],
    ['a.sh', `curl -X PATCH -d @- "${hub}/v2/repositories/$ns/$repo/"`],
    ['a.sh', `curl ${hub}/v2/repositories/`],
    ['a.sh', `curl ${hub}/v1/repositories/acme`],
    ['a.js', `fetch("/service/rest/v1/repositories/docker/tags")`],
    ['a.js', `import { a } from 'v2/repositories/user'`],
    ['a.py', 'from app.v1.repositories import tags'],
    ['a.js', `axios.get(\`\${GITLAB_URL}/v2/repositories/\${ns}\`)`],
    ['a.js', `const u = \`${hub}/v2/repositories/\${ns}/\${repo}\`\nfetch(u + '/tags')`],
    ['a.js', `const u = \`${hub}/v2/repositories/\${ns}/\${repo}\`\naxios.delete(u)`],
  ])('%s: %s', (file, text) => {
    expect(short(text, file)).toEqual([])
  })
})

describe('how sure a use is', () => {
  it.each([
    ['a whole command', 'a.sh', `curl ${hub}/v2/repositories/acme`, [], 'certain'],
    ['no method', 'a.js', `const url = '${hub}/v2/repositories/acme'`, ['method'], 'likely'],
    ['no host', 'a.js', "docker.post('/v2/repositories/acme')", ['host'], 'likely'],
    ['no host, and another API', 'a.js', "x.post('/v2/repositories/acme')", ['host', 'other-api'], 'possible'],
    ['a host elsewhere', 'a.js', `// ${hub}\nx.post('/v2/repositories/acme')`, ['host-in-file'], 'likely'],
    ['a variable for both names', 'a.sh', `curl ${hub}/v2/repositories/$image`, ['route'], 'likely'],
    ['a comment', 'a.py', `# requests.get('${hub}/v2/repositories/acme')`, ['comment'], 'possible'],
    ['a route of a mock', 'a.js', "nock(hub).get('/v2/repositories/acme') // docker", ['host', 'serves'], 'possible'],
    ['a beginning', 'a.js', `const docker = '/v2/repositories/'`, ['end', 'method', 'host'], 'possible'],
  ])('%s', (_, file, text, doubts, certainty) => {
    expect(found(text, file)).toMatchObject([{ doubts, certainty }])
  })

  it('does not depend on what is far away in a long line', () => {
    const line = `${'x'.repeat(500_000)};fetch('${hub}/v2/repositories/acme');${'y'.repeat(500_000)}`
    expect(short(line, 'bundle.min.js')).toEqual(['get-namespace certain'])
  })
})

describe('hosts', () => {
  it('are Docker Hub, and those that are named', () => {
    const text = 'curl https://hub.example.com:8443/v2/repositories/acme'
    expect(short(text)).toEqual([])
    expect(short(text, 'a.sh', [...hubHosts, 'hub.example.com'])).toEqual(['get-namespace certain'])
    expect(short(text, 'a.sh', [...hubHosts, 'hub.example.com:8443'])).toEqual(['get-namespace certain'])
    expect(short(text, 'a.sh', [...hubHosts, 'hub.example.com:8080'])).toEqual([])
  })

  it.each([
    ['DOCKERHUB_URL', 'certain'],
    ['hubApi', 'certain'],
    ['HARBOR_URL', undefined],
    ['githubUrl', undefined],
    ['base', 'likely'],
  ])('of a variable that is called %s', (name, certainty) => {
    const text = `docker.get(\`\${${name}}/v2/repositories/\${ns}\`)`
    expect(found(text, 'a.js').map(use => use.certainty)).toEqual(certainty === undefined ? [] : [certainty])
  })
})

describe('a use', () => {
  it('has its place, what is written, since when, and what to use instead', () => {
    const text = `set -e\n\tcurl "${hub}/v2/repositories/$ns/?page=1"\n`
    expect(found(text)).toEqual([
      {
        slug: 'get-namespace',
        path: '/v2/repositories/{namespace}',
        state: 'deprecated',
        since: '2025-06-27',
        file: 'a.sh',
        line: 2,
        column: 30,
        endColumn: 51,
        method: 'GET',
        text: '/v2/repositories/$ns/',
        certainty: 'certain',
        doubts: [],
        replacement: {
          operation: 'listNamespaceRepositories',
          method: 'GET',
          path: '/v2/namespaces/{namespace}/repositories',
        },
        fix: '/v2/namespaces/$ns/repositories',
      },
    ])
  })

  it('shows nothing of what stands around it', () => {
    const text = `curl -H 'Authorization: Bearer planted' https://me:planted@hub.docker.com/v2/repositories/acme?token=planted`
    const uses = found(text)
    expect(uses).toHaveLength(1)
    expect(JSON.stringify(uses)).not.toContain('planted')
  })
})
