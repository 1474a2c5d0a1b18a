import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../server/testing/free-port.ts'

const startsWithin = 35_000 // milliseconds

type Entry = { https: number; folder: string }
export type Proxy = {
  name: string
  program: string
  files: { root: string; path: string }
  /** Completes the example of deploy/, whose paths and ports were replaced before, to a whole configuration. */
  whole: (example: string, entry: Entry & { http: number }) => string
  options: (file: string) => string[]
}
const nginxPlaces = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
export const webProxies: readonly Proxy[] = [
  {
    name: 'nginx',
    program: '/usr/sbin/nginx',
    files: { root: 'nginx/asakai.conf', path: 'nginx/asakai-below-a-path.conf' },
    whole: (example, { folder }) =>
      `daemon off; pid ${folder}/pid; error_log ${folder}/error; events {} http { access_log off; ${nginxPlaces.map((place) => `${place}_temp_path ${folder}/${place};`).join(' ')} ${example} }`,
    options: (file) => ['-c', file, '-e', `${file}.error`],
  },
  {
    name: 'Caddy',
    program: '/usr/bin/caddy',
    files: { root: 'caddy/Caddyfile', path: 'caddy/Caddyfile-below-a-path' },
    whole: (example, { https, http }) =>
      `{\n admin off\n skip_install_trust\n http_port ${http}\n https_port ${https}\n}\n${example}`,
    options: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  {
    name: 'HAProxy',
    program: '/usr/sbin/haproxy',
    files: { root: 'haproxy/haproxy.cfg', path: 'haproxy/haproxy-below-a-path.cfg' },
    whole: (example) => example,
    options: (file) => ['-db', '-f', file],
  },
]

/** @returns the certificate of an authority that exists only for this trial */
export function makeCertificate(folder: string): string {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  execFileSync('openssl', [...made, '-keyout', key, '-out', certificate, ...names], { stdio: 'ignore' })
  const text = readFileSync(certificate, 'utf8')
  writeFileSync(join(folder, 'certificate-and-key.pem'), text + readFileSync(key, 'utf8'))
  return text
}

/**
 * Starts the proxy with the files of `deploy/` in front of the server at `port`, and waits until it responds. `lines`
 * are the lines of the proxy's log so far.
 */
export async function startWebProxy(
  proxy: Proxy,
  place: 'root' | 'path',
  folder: string,
  { port, base }: { port: number; base: string },
) {
  const home = join(folder, `${proxy.name}-${place}`)
  mkdirSync(home)
  const entry = { https: await freePort(), http: await freePort(), folder: home }
  const example = readFileSync(join('deploy', proxy.files[place]), 'utf8')
    .replaceAll('/etc/ssl/asakai', folder)
    .replaceAll(/(?<!-)\b(?:asakai\.)?example\.com\b/gu, 'localhost')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
    .replaceAll(/(listen |bind :)443/gu, `$1${entry.https}`)
    .replaceAll(/(listen |bind :)80/gu, `$1${entry.http}`)
    .replaceAll(/\/var\/log\/nginx\/asakai\.log/gu, join(home, 'log'))
    .replaceAll('/dev/log local0', 'stdout format raw local0')
  const log = openSync(join(home, 'log'), 'a')
  const file = join(home, 'configuration')
  writeFileSync(file, proxy.whole(example, entry))
  const child = spawn(proxy.program, proxy.options(file), {
    stdio: ['ignore', log, log],
    env: { ...process.env, HOME: home },
  })
  const kill = () => child.kill('SIGTERM')
  process.once('exit', kill)
  const late = performance.now() + startsWithin
  while (!(await fetch(`https://localhost:${entry.https}${base}/api/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || performance.now() > late)
      throw new Error(`${proxy.name} does not start with ${proxy.files[place]}.`)
    await wait(100)
  }
  const end = async () => {
    process.off('exit', kill)
    kill()
    if (child.exitCode === null) await once(child, 'exit')
  }
  const lines = () => readFileSync(join(home, 'log'), 'utf8').split('\n')
  return { ...entry, lines, end }
}
