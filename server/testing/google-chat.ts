import { json } from 'node:stream/consumers'
import { answerWith, type Fault } from './fault.ts'
import { listen } from './listen.ts'

/** Starts a Google Chat stand-in with a webhook per space. Stores a message with a repeated `requestId` only once. */
export async function startGoogleChat() {
  const messages: { query: Record<string, string>; body: Record<string, unknown> }[] = []
  const seen = new Set<string>()
  const chat = { fault: undefined as Fault | undefined, displayName: undefined as string | undefined }
  const { url, close } = await listen((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const body = (await json(request)) as Record<string, unknown>
      if (chat.fault) return answerWith(response, chat.fault)
      const id = searchParams.get('requestId') ?? ''
      if (!seen.has(id)) messages.push({ query: Object.fromEntries(searchParams), body })
      if (id) seen.add(id)
      const space = { name: pathname.slice('/v1/'.length, -'/messages'.length), displayName: chat.displayName }
      return answerWith(response, { body: { name: `${space.name}/messages/1`, ...body, space } })
    })()
  })
  return Object.assign(chat, {
    url,
    webhook: (space: string) => `${url}/v1/spaces/${space}/messages?key=the-key&token=the-token`,
    messages,
    close,
  })
}
