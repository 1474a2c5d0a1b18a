import { outboxOf } from '../storage/outbox.ts'
import { api } from './client.ts'

/** A request that the browser can store and send later. It contains no secret, and its response is not needed. */
export type Write = { method: 'POST' | 'PUT' | 'PATCH'; path: string; body: unknown }

/** `text`: the text that the member typed, shown if the server rejects the write. */
export type QueuedWrite = Write & { text: string }

/** Submitted forms and changed comments that were being sent when the page was left for a sign-in elsewhere (E5.04). */
export const writesToSend = outboxOf<QueuedWrite>(
  'write',
  (write) => typeof write?.path === 'string' && typeof write.method === 'string' && typeof write.text === 'string',
  ({ path }) => path,
)

export const sendWrite = <T>({ method, path, body }: Write) => api.send<T>(method, path, body)
