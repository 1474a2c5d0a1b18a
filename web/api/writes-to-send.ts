import { outboxOf } from '../lib/outbox.ts'
import { api } from './client.ts'

/** A request that the browser can store and send later. It holds no secret, and nobody needs its answer. */
export type Write = { method: 'POST' | 'PUT' | 'PATCH'; path: string; body: unknown }

/** `text`: the words that a person typed, to show if the server refuses them. */
export type QueuedWrite = Write & { text: string }

/** Submitted forms, and changed comments, that were on their way when the page left for a login elsewhere (E5.04). */
export const writesToSend = outboxOf<QueuedWrite>(
  'write',
  (write) => typeof write?.path === 'string' && typeof write.method === 'string' && typeof write.text === 'string',
  ({ path }) => path,
)

export const sendWrite = <T>({ method, path, body }: Write) => api.send<T>(method, path, body)
