import type { Attempts } from '#server/access/attempts/attempts.ts'
import type { Keyring } from '#server/access/keys/sealed.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from './db/database.ts'
import type { LogEvent } from '#server/process/log-events.ts'
import type { Metrics } from '#server/process/metrics.ts'
import type { DeliverMail, SendMail } from './providers/mail/mail.ts'
import type { Tracing } from './tracing/tracing.ts'

/** The dependencies of operations, created once in `app.ts`. */
export type Services = {
  config: Config
  database: Database
  /** Sends an email in the background. Failures are logged. */
  sendMail: SendMail
  /**
   * Sends an email. Rejects if the mail server did not accept it, for deliveries that are retried and must not be sent
   * twice.
   */
  deliverMail: DeliverMail
  attempts: Attempts
  /** The keys that encrypt secrets in the database and in cookies. */
  keyring: Keyring
  now: () => Date
  /** Logs an event for operators. Must be called after the transaction has committed. */
  logEvent: LogEvent
  /** The metrics, which each operation counts itself (docs/metrics.md). */
  metrics: Metrics
  /** Undefined if tracing is disabled; then no tracing library is loaded. */
  tracing: Tracing | undefined
}
