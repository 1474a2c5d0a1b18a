import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { ProviderFailure } from '#server/errors.ts'
import { ask, clientOf, type Slack } from './slack.ts'

const openingMost = 10_000 // milliseconds
const pingEvery = 10_000 // milliseconds
const silentMost = 30_000 // milliseconds without data after which the connection counts as lost

const Envelope = z.object({ envelope_id: z.string(), payload: z.unknown() })
/** `disconnect`: sent before Slack closes a connection, which happens every few hours (Slack, "Socket Mode"). */
const Notice = z.object({ type: z.enum(['hello', 'disconnect']) })

/**
 * Opens a connection, receives Slack's requests and answers them until the connection ends. Slack sends unanswered
 * requests again over the next connection.
 * @param answer returns the response; if it throws, Slack sends the request again
 * @param signal closes the connection
 * @throws ProviderFailure if no connection can be opened
 */
export async function receiveRequests(
  { appToken, ...slack }: Slack & { appToken: string },
  answer: (payload: unknown) => Promise<object | undefined>,
  { signal, onError }: { signal: AbortSignal; onError: (error: unknown) => void },
): Promise<void> {
  const { url } = await ask(() => clientOf(slack, appToken).apps.connections.open({}))
  // An API over HTTPS must not lead to an unencrypted socket.
  if (!url || (slack.apiUrl.startsWith('https:') && !url.startsWith('wss:')))
    throw new ProviderFailure('Slack', 'invalid_response')
  const socket = new WebSocket(url, { handshakeTimeout: openingMost, maxPayload: 1_048_576 })
  const over = Promise.withResolvers<void>()
  const end = () => socket.terminate()
  let heardAt = Date.now()
  const heard = () => {
    heardAt = Date.now()
  }
  const watching = setInterval(() => {
    if (Date.now() - heardAt > silentMost) end()
    else if (socket.readyState === WebSocket.OPEN) socket.ping()
  }, pingEvery)
  let hasOpened = false
  socket.on('open', () => {
    hasOpened = true
    heard()
  })
  socket.on('ping', heard)
  socket.on('pong', heard)
  socket.on('error', (error) => {
    if (!hasOpened)
      over.reject(
        new ProviderFailure('Slack', 'unavailable', { cause: (error as { code?: string }).code ?? error.name }),
      )
  })
  socket.on('close', () => over.resolve())
  socket.on('message', (data) => {
    heard()
    const message = parsed((data as Buffer).toString()) // a Buffer, because of the default `binaryType` of `ws`
    const notice = Notice.safeParse(message)
    if (notice.data?.type === 'disconnect') socket.close()
    const envelope = Envelope.safeParse(message)
    if (!envelope.success) return
    const { envelope_id, payload } = envelope.data
    answer(payload).then((said) => {
      if (socket.readyState === WebSocket.OPEN)
        socket.send(JSON.stringify(said ? { envelope_id, payload: said } : { envelope_id }))
    }, onError)
  })
  signal.addEventListener('abort', end)
  try {
    if (signal.aborted) end()
    await over.promise
  } finally {
    clearInterval(watching)
    signal.removeEventListener('abort', end)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
