import { type ChildProcess, spawn } from 'node:child_process'
import { access, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const haproxy = '/usr/sbin/haproxy'

/**
 * Starts HAProxy with the handbook's configuration in front of servers at these ports, and waits until it accepts
 * connections. @throws if HAProxy is not installed
 */
export async function startProxy(folder: string, entry: number, ports: number[]): Promise<ChildProcess> {
  await access(haproxy).catch(() => {
    throw new Error('HAProxy is missing: apt-get install haproxy')
  })
  const file = join(folder, 'haproxy.cfg')
  const servers = ports.map((port, index) => `  server s${index} 127.0.0.1:${port}`).join('\n')
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  option redispatch
  retries 3
frontend people
  bind 127.0.0.1:${entry}
  default_backend asakai
backend asakai
  option httpchk GET /api/readyz
  default-server check inter 1s fall 2 rise 1
${servers}
`,
  )
  const proxy = spawn(haproxy, ['-f', file, '-db'], { stdio: ['ignore', 'ignore', 'ignore'] })
  process.once('exit', () => proxy.kill('SIGTERM'))
  proxy.once('exit', (code) => code && console.error(`HAProxy ended with ${code}.`))
  while (!(await fetch(`http://127.0.0.1:${entry}/api/healthz`).catch(() => undefined))?.ok) {
    if (proxy.exitCode !== null) throw new Error('HAProxy does not start.')
    await wait(50)
  }
  return proxy
}
