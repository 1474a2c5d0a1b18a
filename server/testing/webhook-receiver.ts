import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterwards } from './afterwards.ts'
import { answerWith, type Fault } from './fault.ts'
import { listen } from './listen.ts'

/**
 * Starts a receiver that verifies each message with the official library of Standard Webhooks. Messages with a wrong
 * signature are in `refused`.
 */
export async function webhookReceiver() {
  // `any`, because tests check the message.
  // oxlint-disable-next-line typescript/no-explicit-any
  const heard: { path: string; id: string; message: any }[] = []
  const refused: unknown[] = []
  const state = { secret: '', answer: { status: 204, body: '' } as Fault }
  const { url, close } = await listen((request, response) => {
    void (async () => {
      const body = await text(request)
      try {
        const message = new Webhook(state.secret).verify(body, namesOf(request.headers))
        heard.push({ path: request.url!, id: String(request.headers['webhook-id']), message })
      } catch (error) {
        refused.push(error)
      }
      answerWith(response, state.answer)
    })()
  })
  afterwards(close)
  return { url, heard, refused, state }
}

const namesOf = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
