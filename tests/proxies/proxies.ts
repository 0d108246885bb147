import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Where a proxy listens, where it leads to, and a folder of its own. */
interface Place {
  readonly port: number
  readonly upstream: string
  readonly folder: string
  /** Compresses answers; without it nothing of them is changed. */
  readonly gzip: boolean
}

interface Proxy {
  /** The configuration, as an administrator would write it. */
  config(place: Place): string
  /** Stays in the foreground. */
  argv(file: string, folder: string): readonly string[]
}

const compressed = 'application/json application/yaml text/html text/markdown text/plain'

export const proxies = {
  nginx: {
    config: ({ port, upstream, folder, gzip }) => `
      daemon off;
      pid ${folder}/nginx.pid;
      events {}
      http {
        access_log off;
        client_body_temp_path ${folder}/body;
        proxy_temp_path ${folder}/proxy;
        fastcgi_temp_path ${folder}/fastcgi;
        uwsgi_temp_path ${folder}/uwsgi;
        scgi_temp_path ${folder}/scgi;
        ${gzip ? `gzip on; gzip_min_length 0; gzip_proxied any; gzip_types ${compressed.replace(' text/html', '')};` : ''}
        server {
          listen 127.0.0.1:${port};
          location / {
            proxy_pass http://${upstream};
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          }
        }
      }`,
    argv: (file, folder) => ['-p', folder, '-e', 'stderr', '-c', file],
  },
  haproxy: {
    config: ({ port, upstream, gzip }) => `
defaults
  mode http
  timeout connect 5s
  timeout client 50s
  timeout server 50s
  option forwardfor
  option http-buffer-request
frontend hub
  bind 127.0.0.1:${port}
  ${gzip ? `compression algo gzip\n  compression type ${compressed}` : ''}
  default_backend hub
backend hub
  server one ${upstream}
`,
    argv: file => ['-db', '-q', '-f', file],
  },
  caddy: {
    config: ({ port, upstream, gzip }) => `
{
  admin off
  auto_https off
}
http://:${port} {
  bind 127.0.0.1
  ${gzip ? 'encode gzip' : ''}
  reverse_proxy ${upstream}
}
`,
    argv: file => ['run', '--adapter', 'caddyfile', '--config', file],
  },
} as const satisfies Readonly<Record<string, Proxy>>

export type ProxyName = keyof typeof proxies

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}

const answers = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

export interface RunningProxy {
  readonly url: string
  close(): Promise<void>
}

/** Starts a proxy on a free port of loopback, in front of a server. Without the program it proves nothing, and must say so by failing. */
export const startProxy = async (
  name: ProxyName,
  upstream: string,
  gzip: boolean,
  program: string = name,
): Promise<RunningProxy> => {
  const proxy: Proxy = proxies[name]
  const folder = mkdtempSync(join(tmpdir(), `hub-conformance-${name}-`))
  // nginx started by root works as another user.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const file = join(folder, 'config')
  writeFileSync(file, proxy.config({ port, upstream, folder, gzip }))
  // Debian keeps servers where the PATH of an ordinary user does not lead.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder, XDG_DATA_HOME: folder }
  const child = spawn(program, proxy.argv(file, folder), { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr?.on('data', text => {
    said += text
  })
  let failed: Error | undefined
  child.once('error', error => {
    failed = error
  })
  const close = async (): Promise<void> => {
    await ended(child)
    rmSync(folder, { recursive: true, force: true })
  }
  while (!(await answers(port))) {
    if (failed !== undefined || child.exitCode !== null) {
      await close()
      if (failed === undefined) throw new Error(`${name} ended with ${child.exitCode}: ${said}`)
      throw new Error(`${name} cannot be started: install it (apt-get install -y ${name})`, { cause: failed })
    }
    await setTimeout(20)
  }
  return { url: `http://127.0.0.1:${port}`, close }
}
