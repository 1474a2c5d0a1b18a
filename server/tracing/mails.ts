import type { EndedMail } from '#server/providers/mail/mail.ts'
import { type StartChildSpan, fail } from './span.ts'

/** Traces emails. Records only the mail server's name. */
export function followMails(begin: StartChildSpan) {
  const onMessage = (message: unknown) => {
    const { host, milliseconds, failure } = message as EndedMail
    const ended = performance.now()
    const span = begin(`SMTP ${host}`, { startTime: ended - milliseconds, attributes: { 'server.address': host } })
    if (span && failure !== undefined) fail(span, { code: failure })
    span?.end(ended)
  }
  return [{ channel: 'asakai.email', onMessage }]
}
