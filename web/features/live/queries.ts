import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream'
import { changeKinds, type ChangeKind } from '#contract/event-names.ts'
import { api } from '../../api/client.ts'

/** A live event. `gap`: events may have been missed. `own`: this page made the change. */
export type LiveEvent = { kind: ChangeKind | 'gap'; own: boolean }

/** The server sends a heartbeat every 25 seconds. After this silence the connection counts as lost. */
const silenceLongest = 60_000 // milliseconds

/**
 * Listens to the team's changes until the stream ends, `signal` aborts, or a minute passes without data.
 * @param since the ids of the last events that this page has seen
 * @param onOpen called once the stream is open
 * @param onNews called with each event and its id, which is the next `since`
 * @throws the reason, unless the stream ended normally
 */
export async function subscribeToChanges(
  signal: AbortSignal,
  since: string | undefined,
  { onOpen, onNews }: { onOpen: () => void; onNews: (news: LiveEvent, id: string | undefined) => void },
): Promise<void> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceLongest)
  const heard = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceLongest)
      controller.enqueue(chunk)
    },
  })
  try {
    const path = since === undefined ? '/events' : `/events?since=${since}`
    const body = await api.open(path, AbortSignal.any([signal, silence.signal]))
    onOpen()
    const messages = body
      .pipeThrough(heard)
      // The DOM types of the decoder's input are wider than our chunks.
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .pipeThrough(new EventSourceParserStream())
      .getReader()
    for (;;) {
      const { value, done } = await messages.read()
      if (done) return
      const news = newsOf(value)
      if (news) onNews(news, value.id)
    }
  } finally {
    clearTimeout(timer)
  }
}

function newsOf({ event, data }: EventSourceMessage): LiveEvent | undefined {
  if (event === 'gap') return { kind: 'gap', own: false }
  if (event !== 'change') return undefined
  const { kind, own } = JSON.parse(data) as { kind?: unknown; own?: unknown }
  const known = changeKinds.find((one) => one === kind)
  return known && { kind: known, own: own === true }
}
