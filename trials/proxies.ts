// Puts nginx, Caddy and HAProxy, with the files of deploy/, in front of the real server with TLS, at the root of a host
// and below a path. People must be able to sign up and read, an open screen must get changes at once, and addresses
// must not be forgeable. The id of a request must be the same in its response, in the proxy's log and in the server's.
// A proxy that is not installed is named and skipped.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { setDefaultCACertificates } from 'node:tls'
import { type RunningServer, startServer, stopServer } from '../bench/server.ts'
import { signUp } from '../e2e/members.ts'
import { freePort } from '../server/testing/free-port.ts'
import { conclude, inFolder } from './testing/trial.ts'
import { makeCertificate, type Proxy, startWebProxy, webProxies } from './testing/web-proxies.ts'

const listens = 35_000 // milliseconds: longer than the time until the first heartbeat
/** A file of reports of 8 MB, about the largest that the server accepts. */
const largestFile = `date,today\n${`2026-11-05,${'a'.repeat(1_600)}\n`.repeat(4_999)}`
const forged = '203.0.113.7'
const forgedId = 'an-id-of-the-caller'

await inFolder('proxies', async (folder) => {
  setDefaultCACertificates([makeCertificate(folder)])
  const servers = {
    root: await serverAt(join(folder, 'root'), ''),
    path: await serverAt(join(folder, 'path'), '/asakai'),
  }
  const installed = webProxies.filter(({ program }) => existsSync(program))
  const absent = webProxies.filter((proxy) => !installed.includes(proxy))
  const promises: Record<string, boolean> = {}
  const places = installed.flatMap((proxy) => (['root', 'path'] as const).map((place) => ({ proxy, place })))
  await Promise.all(
    places.map(async ({ proxy, place }, index) => {
      const entry = await startWebProxy(proxy, place, folder, servers[place])
      const person = `127.0.0.${index + 2}` // an address of this machine that differs from the proxy's
      for (const [promise, kept] of Object.entries(await tryOut(entry, servers[place], person)))
        promises[`${proxy.name}, ${place}: ${promise}`] = kept
      await entry.end()
    }),
  )
  for (const server of Object.values(servers)) await stopServer(server)
  const names = (list: readonly Proxy[]) => list.map(({ name }) => name).join(', ') || 'none'
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

type Entry = Awaited<ReturnType<typeof startWebProxy>>

async function tryOut({ https, http, lines: logged }: Entry, { base, output }: Server, person: string) {
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

  const file = await fetch(`${address}/api/import?preview=true`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body: largestFile,
  })

  const id = await comeFrom(person, https, `${base}/api/deployment`)
  const lines = await until(() => output.filter((line) => line.includes(person)))
  const logs = await until(() => logged().filter((line) => line.includes(id)))
  return {
    'http leads to https': [301, 308].includes(plain.status) && plain.headers.get('location')!.startsWith('https://'),
    'the page and its script come': page.ok && code.ok,
    'the page is for https alone': page.headers.has('strict-transport-security'),
    'an open screen hears of a change': change,
    'its stream has signs of life': life,
    'and goes on': later,
    'the largest import arrives': file.ok,
    'the caller is who called the proxy': lines.length > 0,
    'and not who they say they are': !output.some((line) => line.includes(forged)),
    'the id of a request is the proxy’s, not the caller’s': id !== forgedId && lines.some((line) => line.includes(id)),
    'and in its log, without what was asked': logs.length === 1 && !logs[0]!.includes('/api/deployment'),
  }
}

/**
 * Sends a request from an address of this machine, with a forged address in its header. @returns the request id of the
 * response, which members see
 */
async function comeFrom(localAddress: string, port: number, path: string): Promise<string> {
  const headers = { 'x-forwarded-for': forged, 'x-request-id': forgedId }
  const asked = request({ host: '127.0.0.1', servername: 'localhost', port, path, localAddress, headers })
  asked.setHeader('host', 'localhost')
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return String(answer.headers['x-request-id'])
}

async function until(read: () => string[]): Promise<string[]> {
  const late = performance.now() + listens
  while (read().length === 0 && performance.now() < late) await wait(50)
  return read()
}
