import { ProviderFailure } from '#server/errors.ts'

/** nodemailer's own errors: `responseCode` where the server has answered, else what happened on the way. */
type MailError = { code?: string; responseCode?: number; timeoutType?: string; syscall?: string }

/** The sentences are `mailFailures.<reason>` in the catalogues. */
export const mailFailureReasons = ['unauthorized', 'refused', 'away', 'uncertain'] as const

/** These happen before the message is said. */
const early = new Set(['EDNS', 'ETLS', 'EENVELOPE'])

/** What a failed delivery means. The cause is a code: the error itself holds addresses. */
export function mailFailure(error: unknown): ProviderFailure {
  const { code, responseCode, timeoutType } = error as MailError
  return new ProviderFailure('SMTP', reasonOf(error as MailError), { cause: responseCode ?? timeoutType ?? code })
}

function reasonOf({ code = '', responseCode, timeoutType, syscall }: MailError): (typeof mailFailureReasons)[number] {
  if (code === 'EAUTH') return 'unauthorized'
  // A 4xx asks to come back later, a 5xx is for good (RFC 5321, 4.2.1).
  if (responseCode !== undefined) return responseCode >= 500 ? 'refused' : 'away'
  if (timeoutType === 'CONNECT_TIMEOUT' || timeoutType === 'GREETING_TIMEOUT') return 'away'
  return early.has(code) || syscall === 'connect' ? 'away' : 'uncertain'
}
