import type { Attempts } from './access/attempts.ts'
import type { Keyring } from './access/sealed.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { LogEvent } from './log-events.ts'
import type { Metrics } from './metrics.ts'
import type { DeliverMail, SendMail } from './providers/mail/mail.ts'
import type { Tracing } from './tracing/tracing.ts'

/** What operations work with; made once in `app.ts`. */
export type Services = {
  config: Config
  database: Database
  /** Never rejects: a mail that cannot be sent is logged. Answers do not wait for it. */
  sendMail: SendMail
  /** Says whether it was taken; for what is tried again and must not come twice. */
  deliverMail: DeliverMail
  attempts: Attempts
  /** Seals what must not be read in the database or a cookie. */
  keyring: Keyring
  now: () => Date
  /** Writes what an operator should hear of, once it is so: after the transaction, not within it. */
  logEvent: LogEvent
  /** Counted where it happens (docs/metrics.md). */
  metrics: Metrics
  /** Absent where nobody has asked for traces: then nothing of it is loaded. */
  tracing: Tracing | undefined
}
