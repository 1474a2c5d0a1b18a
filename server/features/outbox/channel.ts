import type { ProviderFailure } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import type { RetryPolicy } from './policy.ts'
import type { Row } from './sql.ts'

/** What became of one attempt. Without a failure the destination has the message. */
export type Attempt = { failure?: ProviderFailure; isCancelled?: boolean }

/** A destination of messages. `Message` is what `render` hands to `send`. */
export interface Channel<Message extends object = object> {
  /**
   * Reads everything that the message says. Asks nobody outside.
   * @returns undefined if there is nothing to send any more
   * @throws ProviderFailure nowhere if the destination is no longer connected; unauthorized if its secret no longer opens
   */
  render(services: Services, row: Row): Promise<Message | undefined>
  /** Asks the destination once. @throws ProviderFailure */
  send(services: Services, row: Row, message: Message): Promise<Attempt | void>
  /** Whether the destination shows a message once that is sent twice. If not, one that may have arrived is not sent again. */
  isIdempotent(row: Row): boolean
  retryPolicy(row: Row): RetryPolicy
  /** Follows up on a failure, after it is stored. */
  noteFailure?(services: Services, row: Row, failure: ProviderFailure): Promise<void>
}
