import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { ProviderFailure } from '#server/errors.ts'
import { ask, clientOf, type Slack } from './slack.ts'

const openingMost = 10_000 // milliseconds
const pingEvery = 10_000 // milliseconds
const silentMost = 30_000 // milliseconds without a word from there: then nobody is there any more

const Envelope = z.object({ envelope_id: z.string(), payload: z.unknown() })
/** `disconnect`: Slack ends each connection after some hours, and every one sends that before (Slack, "Socket Mode"). */
const Notice = z.object({ type: z.enum(['hello', 'disconnect']) })

/**
 * Hears what Slack asks over a connection that we have opened, and answers it there, until the connection ends. What was not
 * answered comes again over the next one.
 * @param answer what is sent back; where it throws, Slack sends it again
 * @param signal ends it
 * @throws ProviderFailure where no connection can be had
 */
export async function hearSocket(
  { appToken, ...slack }: Slack & { appToken: string },
  answer: (payload: unknown) => Promise<object | undefined>,
  { signal, onError }: { signal: AbortSignal; onError: (error: unknown) => void },
): Promise<void> {
  const { url } = await ask(() => clientOf(slack, appToken).apps.connections.open({}))
  // Over https the connection is as safe as the call that has named it.
  if (!url || (slack.apiUrl.startsWith('https:') && !url.startsWith('wss:')))
    throw new ProviderFailure('Slack', 'broken')
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
      over.reject(new ProviderFailure('Slack', 'away', { cause: (error as { code?: string }).code ?? error.name }))
  })
  socket.on('close', () => over.resolve())
  socket.on('message', (data) => {
    heard()
    const message = parsed((data as Buffer).toString()) // as `ws` gives it unless asked otherwise
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
