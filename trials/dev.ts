// Runs `npm run dev` in a copy of the repository, and changes a line of the server and one of the pages. Both changes
// must appear at once, also for a signed-in member, and no files or processes may remain.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../tools/install.mjs'
import { freePort } from '../server/testing/free-port.ts'
import { conclude, inFolder } from './testing/trial.ts'

const left = /^(?:node_modules|data|dist.*|\.(?:git|cache))$/u
const route = 'demo/routes.ts'
const screen = 'web/screens/sign-in/login.tsx'
const inSeconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`

await inFolder('dev', async (folder) => {
  const copy = join(folder, 'copy')
  const temporary = join(folder, 'temporary')
  for (const each of [copy, temporary]) mkdirSync(each)
  for (const name of readdirSync(root).filter((name) => !left.test(name)))
    cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

  const startedAt = performance.now()
  const { address, end } = await startDev(copy, temporary)
  const started = performance.now() - startedAt
  const changing = changeBoth(copy, address)
  await Promise.allSettled([changing])
  await end()
  const { streams, isSame, serverTook, pagesTook } = await changing
  conclude(
    `ready after ${inSeconds(started)}; a change of the server was there after ${inSeconds(serverTook)}, one of a page after ${inSeconds(pagesTook)}`,
    {
      'events come through Vite': streams,
      'who is signed in stays so': isSame,
      'it leaves no database behind': !readdirSync(temporary).some((name) => name.startsWith('asakai-demo')),
      'it makes no data folder': !existsSync(join(copy, 'data')),
    },
  )
})

async function changeBoth(copy: string, address: string) {
  const call = async (path: string, more?: RequestInit) => (await fetch(`${address}${path}`, more)).json()
  const { members } = await call('/api/demo')
  const json = { 'content-type': 'application/json' }
  const session = { method: 'POST', headers: json, body: JSON.stringify({ user_id: members[0].id }) }
  const { access_token } = await call('/api/demo/sessions', session)
  const headers = { authorization: `Bearer ${access_token}` }
  const { body } = await fetch(`${address}/api/events`, { headers })
  const { value } = await body!.getReader().read()

  const serverTook = await change(copy, route, 'Whom one can be', 'Who is there', async (text) => {
    // the request fails if the old server ends before it responds
    const described = await call('/api/openapi.json').catch(() => undefined)
    return JSON.stringify(described)?.includes(text)
  })
  const me = await call('/api/users/me', { headers })

  await (await fetch(`${address}/${screen}`)).text() // loads the screen as a browser does
  const client = await (await fetch(`${address}/@vite/client`)).text()
  const token = /wsToken = "([^"]+)"/u.exec(client)![1]!
  const messages: string[] = []
  const socket = new WebSocket(`${address.replace('http', 'ws')}/?token=${token}`, 'vite-hmr')
  socket.addEventListener('message', ({ data }) => messages.push(String(data)))
  await once(socket, 'open')
  const pagesTook = await change(copy, screen, 'self-center', 'self-end', async () =>
    messages.some((message) => message.includes('update') && message.includes(screen)),
  )
  return { streams: value !== undefined, isSame: me.id === members[0].id, serverTook, pagesTook }
}

/** @returns the address of the pages, and a function that ends all processes like Ctrl-C */
async function startDev(folder: string, temporary: string) {
  const shell = spawn('npm', ['run', 'dev'], {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporary, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // a separate process group, as in a terminal
  })
  const ended = once(shell, 'close') // the output closes when the last process of `npm run dev` ends
  const interrupt = () => process.kill(-shell.pid!, 'SIGINT')
  process.once('exit', interrupt)
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: shell.stdout }).on('line', (line) => {
      const found = /ready at (\S+)/u.exec(line)?.[1]
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error('npm run dev did not start.')))
  })
  const end = () => {
    process.off('exit', interrupt)
    interrupt()
    return ended
  }
  return { address, end }
}

/** @returns the milliseconds until the change appears */
async function change(
  folder: string,
  file: string,
  old: string,
  text: string,
  isThere: (text: string) => Promise<boolean | undefined>,
) {
  const place = join(folder, file)
  const startedAt = performance.now()
  const before = readFileSync(place, 'utf8')
  if (!before.includes(old)) throw new Error(`${file} has no ${old}.`)
  writeFileSync(place, before.replaceAll(old, text))
  while (!(await isThere(text))) {
    if (performance.now() - startedAt > 30_000) throw new Error(`${file} was not read anew.`)
    await wait(50)
  }
  return performance.now() - startedAt
}
