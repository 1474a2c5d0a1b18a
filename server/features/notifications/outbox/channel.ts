import type { ProviderFailure } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import type { RetryPolicy } from './policy.ts'
import type { Receipt, Row } from './sql.ts'

/**
 * The outcome of one attempt. Without a failure the destination has the message. `isGone`: the attempt removed a post.
 */
export type Attempt = { failure?: ProviderFailure; receipt?: Receipt; isGone?: boolean }

/** A destination of messages. `Message` is what `render` hands to `send`. */
export interface Channel<Message extends object = object> {
  /**
   * Reads the whole content of the message. Sends no requests.
   * @returns undefined if there is nothing left to send; `wait` if that is not decided yet
   * @throws ProviderFailure nowhere if the destination is no longer connected; unauthorized if its secret cannot be
   * decrypted any longer
   */
  render(services: Services, row: Row): Promise<Message | 'wait' | undefined>
  /** Sends the message to its destination, in one attempt. @throws ProviderFailure */
  send(services: Services, row: Row, message: Message): Promise<Attempt | void>
  /** Whether a message that is sent twice is shown once. If not, a message that may have arrived is not sent again. */
  isIdempotent(row: Row): boolean
  retryPolicy(row: Row): RetryPolicy
  /** Follows up on an attempt, after its outcome is stored. */
  noteOutcome?(services: Services, row: Row, attempt: Attempt): Promise<void>
}
