import type { IncomingMessage } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { listen } from './listen.ts'
import type { startSlack } from './slack.ts'

type Said = { envelope_id: string; payload?: Record<string, unknown> }

/**
 * Simulates Slack's side of Socket Mode. It issues a URL that can be used once, sends `hello` and envelopes, and
 * receives their acknowledgements.
 */
export async function startSlackSockets(slack: Pick<Awaited<ReturnType<typeof startSlack>>, 'setFault'>) {
  const { url, server, close } = await listen()
  const sockets = new Set<WebSocket>()
  const tickets = new Set<string>()
  let opened = 0
  const answers = new Map<string, Said>()
  const waiting = new Map<string, (said: Said) => void>()
  const sockServer = new WebSocketServer({
    server,
    verifyClient: ({ req }: { req: IncomingMessage }) => tickets.delete(req.url ?? ''),
  })
  sockServer.on('connection', (socket) => {
    opened++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('message', (data: Buffer) => {
      const said = JSON.parse(data.toString()) as Said
      const unknown = Object.keys(said).filter((key) => key !== 'envelope_id' && key !== 'payload')
      if (unknown.length > 0) throw new Error(`Slack knows no ${unknown.join()} in an answer`)
      answers.set(said.envelope_id, said)
      waiting.get(said.envelope_id)?.(said)
    })
    socket.send(JSON.stringify({ type: 'hello', num_connections: sockets.size, connection_info: { app_id: 'A1' } }))
  })
  /** Makes `apps.connections.open` return a new URL for each call. */
  const open = () =>
    slack.setFault('apps.connections.open', () => {
      const ticket = `/link/?ticket=${tickets.size}-${opened}-${Math.random()}`
      tickets.add(ticket)
      return { body: { ok: true, url: `${url.replace('http', 'ws')}${ticket}` } }
    })
  open()
  return {
    open,
    /** The number of open connections. `opened`: the number of all connections so far. */
    listening: () => sockets.size,
    opened: () => opened,
    /** The acknowledgements so far, by envelope. */
    answers,
    /** Sends an envelope to a connected client without waiting. */
    push: (envelope: { envelope_id: string; type: string; payload: object; retry_attempt?: number }) => {
      const [socket] = sockets
      socket?.send(JSON.stringify({ accepts_response_payload: true, ...envelope }))
    },
    /** Sends an envelope and returns its acknowledgement. */
    ask: async (type: string, payload: object, envelope_id: string = crypto.randomUUID()): Promise<Said> => {
      const [socket] = sockets
      const said = new Promise<Said>((resolve) => waiting.set(envelope_id, resolve))
      socket!.send(JSON.stringify({ envelope_id, type, payload, accepts_response_payload: true }))
      return said
    },
    /** Announces a disconnect, as Slack does every few hours. */
    disconnect: () => {
      for (const socket of sockets)
        socket.send(JSON.stringify({ type: 'disconnect', reason: 'refresh_requested', debug_info: {} }))
    },
    cut: () => {
      for (const socket of sockets) socket.terminate()
    },
    close: async () => {
      for (const socket of sockets) socket.terminate()
      sockServer.close()
      await close()
    },
  }
}
