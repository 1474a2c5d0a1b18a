import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Forwards TCP to a port of this machine, and can simulate network failures. */
export async function openLine(port: number) {
  let target = port
  let stalled = false
  const near = new Set<Socket>()
  const far = new Set<Socket>()
  const forgotten = new Set<Socket>()
  const line = createServer((caller) => {
    const called = connect(target, '127.0.0.1')
    carry(caller, called, near)
    carry(called, caller, far)
  })
  function carry(from: Socket, to: Socket, side: Set<Socket>) {
    side.add(from)
    from.on('error', () => {})
    from.on('close', () => {
      side.delete(from)
      if (!forgotten.delete(from)) to.destroy()
    })
    from.pipe(to)
    if (stalled) from.pause()
  }
  const cut = () => {
    for (const socket of [...near, ...far]) socket.resetAndDestroy()
  }
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  return {
    port: (line.address() as AddressInfo).port,
    cut,
    /** Keeps every connection, also new ones, but forwards no data. */
    stall() {
      stalled = true
      for (const socket of [...near, ...far]) socket.pause()
    },
    resume() {
      stalled = false
      for (const socket of [...near, ...far]) socket.resume()
    },
    /** Ends the connections to the server without telling the clients; new connections work. */
    forget() {
      for (const socket of far) {
        forgotten.add(socket)
        socket.destroy()
      }
    },
    /** Ends every connection, and forwards new ones to another port. */
    lead(to: number) {
      target = to
      cut()
    },
    close() {
      cut()
      line.close()
    },
  }
}
