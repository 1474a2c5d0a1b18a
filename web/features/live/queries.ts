import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream'
import { changeKinds, type ChangeKind } from '#contract/events.ts'
import { api } from '../../api/client.ts'

/** What was heard; `gap` where something may have been missed. */
export type News = ChangeKind | 'gap'

/** The server speaks every 25 seconds, if only to say that it is there. After this the line is taken for dead. */
const silenceLongest = 60_000 // milliseconds

/**
 * Hears what changes in the team until the stream ends, `signal` ends it or nothing is heard for a minute.
 * @param onNews first `gap`, as soon as it hears
 * @throws whatever ended it but its natural end
 */
export async function hearChanges(signal: AbortSignal, onNews: (news: News) => void): Promise<void> {
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
    const body = await api.open('/events', AbortSignal.any([signal, silence.signal]))
    onNews('gap')
    const messages = body
      .pipeThrough(heard)
      // The types of the platform's decoder are wider than what it is given.
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .pipeThrough(new EventSourceParserStream())
      .getReader()
    for (;;) {
      const { value, done } = await messages.read()
      if (done) return
      const news = newsOf(value)
      if (news) onNews(news)
    }
  } finally {
    clearTimeout(timer)
  }
}

function newsOf({ event, data }: EventSourceMessage): News | undefined {
  if (event === 'gap') return 'gap'
  if (event !== 'change') return undefined
  const { kind } = JSON.parse(data) as { kind?: unknown }
  return changeKinds.find((one) => one === kind)
}
