import type { ProviderFailure } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import type { RetryPolicy } from './policy.ts'
import type { Receipt, Row } from './sql.ts'

/**
 * The outcome of one attempt. Without a failure, the destination has the message or, with `isGone`, no longer has the
 * post.
 */
export type Attempt = { failure?: ProviderFailure; receipt?: Receipt; isGone?: boolean }

/** A destination of messages. `Message` is what `render` hands to `send`. */
export interface Channel<Message extends object = object> {
  /**
   * Reads the whole content of the message. Sends no requests.
   * @returns undefined if there is nothing left to send; `wait` if that is not decided yet
   * @throws ProviderFailure not_connected if the destination is no longer connected; unauthorized if its secret can no
   * longer be decrypted
   */
  render(services: Services, row: Row): Promise<Message | 'wait' | undefined>
  /** Sends the message to its destination, in one attempt. @throws ProviderFailure */
  send(services: Services, row: Row, message: Message): Promise<Attempt | void>
  /**
   * Whether a message that is sent twice is shown once. If not, a message that may have arrived is never sent again.
   */
  isIdempotent(row: Row): boolean
  retryPolicy(row: Row): RetryPolicy
  /** Runs after the outcome of an attempt was stored, for example to mark Slack as disconnected. */
  noteOutcome?(services: Services, row: Row, attempt: Attempt): Promise<void>
}
