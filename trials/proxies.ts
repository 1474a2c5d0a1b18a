// nginx, Caddy and HAProxy as deploy/ has them, each at the root of a host and below a path, with TLS before the real server:
// people sign up and read, an open screen hears of changes at once and for as long as it listens, and nobody's address is
// forged. A proxy that is not installed here is named, and counts nothing.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { setDefaultCACertificates } from 'node:tls'
import { type RunningServer, startServer, stopServer } from '../bench/server.ts'
import { signUp } from '../e2e/members.ts'
import { freePort } from '../server/testing/free-port.ts'
import { conclude, inFolder } from './testing/trial.ts'

const listens = 35_000 // milliseconds: longer than until the first sign of life
const forged = '203.0.113.7'

type Entry = { https: number; folder: string }
type Proxy = {
  name: string
  program: string
  files: { root: string; path: string }
  /** What makes an example a whole configuration, beside the places and ports that are exchanged in each. */
  whole: (example: string, entry: Entry & { http: number }) => string
  options: (file: string) => string[]
}
const nginxPlaces = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
const proxies: Proxy[] = [
  {
    name: 'nginx',
    program: '/usr/sbin/nginx',
    files: { root: 'nginx/asakai.conf', path: 'nginx/asakai-below-a-path.conf' },
    whole: (example, { folder }) =>
      `daemon off; pid ${folder}/pid; error_log ${folder}/error; events {} http { access_log off;
      ${nginxPlaces.map((place) => `${place}_temp_path ${folder}/${place};`).join(' ')} ${example} }`,
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

await inFolder('proxies', async (folder) => {
  setDefaultCACertificates([makeCertificate(folder)])
  const servers = {
    root: await serverAt(join(folder, 'root'), ''),
    path: await serverAt(join(folder, 'path'), '/asakai'),
  }
  const installed = proxies.filter(({ program }) => existsSync(program))
  const absent = proxies.filter((proxy) => !installed.includes(proxy))
  const promises: Record<string, boolean> = {}
  const places = installed.flatMap((proxy) => (['root', 'path'] as const).map((place) => ({ proxy, place })))
  await Promise.all(
    places.map(async ({ proxy, place }, index) => {
      const entry = await startProxy(proxy, place, folder, servers[place])
      const person = `127.0.0.${index + 2}` // another address of this machine than the proxy's
      for (const [promise, kept] of Object.entries(await tryOut(entry, servers[place], person)))
        promises[`${proxy.name}, ${place}: ${promise}`] = kept
      await entry.end()
    }),
  )
  for (const server of Object.values(servers)) await stopServer(server)
  const names = (list: Proxy[]) => list.map(({ name }) => name).join(', ') || 'none'
  conclude(
    `${names(installed)}, each at the root and below a path: ${Object.keys(promises).length} promises; not installed here: ${names(absent)}`,
    promises,
  )
})

type Server = RunningServer & { port: number; base: string }

async function serverAt(dataDir: string, base: string): Promise<Server> {
  const port = await freePort()
  const settings = { PUBLIC_URL: `https://localhost${base}`, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'info' }
  return { ...(await startServer({ DATA_DIR: dataDir, PORT: String(port), ...settings })), port, base }
}

/** @returns the certificate, of who lives for this trial */
function makeCertificate(folder: string): string {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  execFileSync('openssl', [...made, '-keyout', key, '-out', certificate, ...names], { stdio: 'ignore' })
  const text = readFileSync(certificate, 'utf8')
  writeFileSync(join(folder, 'certificate-and-key.pem'), text + readFileSync(key, 'utf8'))
  return text
}

async function startProxy(proxy: Proxy, place: 'root' | 'path', folder: string, { port, base }: Server) {
  const home = join(folder, `${proxy.name}-${place}`)
  mkdirSync(home)
  const entry = { https: await freePort(), http: await freePort(), folder: home }
  const example = readFileSync(join('deploy', proxy.files[place]), 'utf8')
    .replaceAll('/etc/ssl/asakai', folder)
    .replaceAll(/(?<!-)\b(?:asakai\.)?example\.com\b/gu, 'localhost')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
    .replaceAll(/(listen |bind :)443/gu, `$1${entry.https}`)
    .replaceAll(/(listen |bind :)80/gu, `$1${entry.http}`)
  const file = join(home, 'configuration')
  writeFileSync(file, proxy.whole(example, entry))
  const child = spawn(proxy.program, proxy.options(file), { stdio: 'ignore', env: { ...process.env, HOME: home } })
  const kill = () => child.kill('SIGTERM')
  process.once('exit', kill)
  const late = performance.now() + listens
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
  return { ...entry, end }
}

async function tryOut({ https, http }: { https: number; http: number }, { base, output }: Server, person: string) {
  const address = `https://localhost:${https}${base}`
  const plain = await fetch(`http://localhost:${http}${base}/login`, { redirect: 'manual' })
  const page = await fetch(`${address}/login`, { headers: { accept: 'text/html' } })
  const script = /<script type="module"[^>]* src="([^"]+)"/u.exec(await page.text())?.[1]
  const code = await fetch(new URL(script!, address))

  const listener = await signUp({}, address)
  const author = await signUp({}, address)
  const headers = { authorization: `Bearer ${listener.tokens.access_token}` }
  const stopped = new AbortController()
  const stream = await fetch(`${address}/api/events`, { headers, signal: stopped.signal })
  const heard: string[] = []
  const listening = (async () => {
    for await (const piece of stream.body!.pipeThrough(new TextDecoderStream())) heard.push(piece)
  })().catch(() => {})
  const hears = async (text: string) => {
    const late = performance.now() + listens
    while (!heard.join('').includes(text) && performance.now() < late) await wait(50)
    return heard.join('').includes(text)
  }
  await author.call('POST', '/insights', { type: 'keep', note: 'heard' })
  const change = await hears('"kind":"insight"')
  heard.length = 0
  const life = await hears(':')
  await author.call('POST', '/insights', { type: 'try', note: 'heard later' })
  const later = await hears('"kind":"insight"')
  stopped.abort()
  await listening

  await comeFrom(person, https, `${base}/api/deployment`)
  const lines = await until(() => output.filter((line) => line.includes(person)))
  return {
    'http leads to https': [301, 308].includes(plain.status) && plain.headers.get('location')!.startsWith('https://'),
    'the page and its script come': page.ok && code.ok,
    'the page is for https alone': page.headers.has('strict-transport-security'),
    'an open screen hears of a change': change,
    'its stream has signs of life': life,
    'and goes on': later,
    'the caller is who called the proxy': lines.length > 0,
    'and not who they say they are': !output.some((line) => line.includes(forged)),
  }
}

/** Asks from an address of this machine, and says that it is another. */
async function comeFrom(localAddress: string, port: number, path: string) {
  const headers = { 'x-forwarded-for': forged }
  const asked = request({ host: '127.0.0.1', servername: 'localhost', port, path, localAddress, headers })
  asked.setHeader('host', 'localhost')
  asked.end()
  const [answer] = await once(asked, 'response')
  answer.resume()
  await once(answer, 'end')
}

async function until(read: () => string[]): Promise<string[]> {
  const late = performance.now() + listens
  while (read().length === 0 && performance.now() < late) await wait(50)
  return read()
}
