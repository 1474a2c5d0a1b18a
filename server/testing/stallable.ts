import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { openDatabase } from '#server/db/database.ts'
import { afterwards } from './afterwards.ts'
import { newDatabase } from './database.ts'
import { startApp } from './team.ts'

/** A visitor of a server whose database has stopped answering, after it had. @param limit milliseconds it is waited for */
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
 * A database like every test's, at the end of a line that can be stalled: it stays open, and nothing comes through. `cut` ends
 * what is open, with whatever was stalled on the way; new connections come through.
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
    afterwards(resume) // or nobody could end a connection in order
  }
  const cut = () => {
    stalled = false
    for (const end of ends) end.destroy()
  }
  const { port: entry } = line.address() as AddressInfo
  return { connection: { ...account, host: '127.0.0.1', port: entry }, direct, stall, resume, cut }
}
