// Starts an unpacked release once, fetches a page and ends it; prints the result as JSON. trials/release.ts runs it
// under another account and without a network. node trials/testing/start-release.ts FOLDER COMMAND …
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

const [cwd, command = '', ...words] = process.argv.slice(2)
const begin = performance.now()
const child = spawn(command, words, { cwd, env: {}, stdio: ['ignore', 'pipe', 'pipe'] })
const stderr = text(child.stderr)
let said = ''
for await (const part of child.stdout.setEncoding('utf8')) {
  said += String(part)
  const address = /ready at (\S+)\n/u.exec(said)?.[1]
  if (address) {
    const seconds = (performance.now() - begin) / 1_000
    const page = await fetch(address, { headers: { accept: 'text/html' } })
    const isPage = (await page.text()).includes('<title>Asakai')
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    console.log(JSON.stringify({ seconds, isPage, code: (await ended)[0] }))
    process.exit()
  }
}
throw new Error(`It is never ready: ${said}${await stderr}`)
