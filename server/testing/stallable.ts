import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { openDatabase } from '#server/db/database.ts'
import { afterwards } from './afterwards.ts'
import { newDatabase } from './database.ts'
import { startApp } from './team.ts'

/**
 * Returns a visitor of a server whose database has stopped responding.
 * @param limit the statement timeout in milliseconds
 */
export async function stalledVisitor(limit: number) {
  const { connection, stall } = await stallableDatabase()
  const database = openDatabase(connection, () => {}, limit)
  afterwards(() => database.destroy())
  const { visitor } = await startApp({ database })
  await visitor().get('/readyz')
  stall()
  return visitor()
}

/**
 * Creates a database behind a proxy that can stall: connections stay open, but no data passes. `cut` closes these
 * connections and drops their data. New connections work again.
 */
export async function stallableDatabase() {
  const direct = await newDatabase('asakai')
  const { host, port = 5432, ...account } = direct
  const ends = new Set<Socket>()
  let stalled = false
  const line = createServer((near) => {
    const far = host!.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    carry(near, far)
    carry(far, near)
  })
  function carry(from: Socket, to: Socket) {
    ends.add(from)
    from.on('error', () => {})
    from.on('close', () => to.destroy())
    from.pipe(to)
    if (stalled) from.pause()
  }
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  afterwards(() => {
    for (const end of ends) end.destroy()
    line.close()
  })
  const resume = () => {
    stalled = false
    for (const end of ends) end.resume()
  }
  const stall = () => {
    stalled = true
    for (const end of ends) end.pause()
    afterwards(resume) // otherwise connections could not be closed cleanly
  }
  const cut = () => {
    stalled = false
    for (const end of ends) end.destroy()
  }
  const { port: entry } = line.address() as AddressInfo
  return { connection: { ...account, host: '127.0.0.1', port: entry }, direct, stall, resume, cut }
}
