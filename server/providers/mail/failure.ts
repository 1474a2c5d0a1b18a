import { ProviderFailure } from '#server/errors.ts'

/** An error of nodemailer. `responseCode` is set if the server has answered. */
type MailError = { code?: string; responseCode?: number; timeoutType?: string; syscall?: string }

/** The reasons of a failed delivery. Each has a sentence `mailFailures.<reason>` in the catalogues. */
export const mailFailureReasons = ['unauthorized', 'refused', 'unavailable', 'unknown_outcome'] as const

/** The errors that occur before the message is sent. */
const early = new Set(['EDNS', 'ETLS', 'EENVELOPE'])

/** Returns the reason of a failed delivery. Its cause is a code, because the error itself contains addresses. */
export function mailFailure(error: unknown): ProviderFailure {
  const { code, responseCode, timeoutType } = error as MailError
  return new ProviderFailure('SMTP', reasonOf(error as MailError), { cause: responseCode ?? timeoutType ?? code })
}

function reasonOf({ code = '', responseCode, timeoutType, syscall }: MailError): (typeof mailFailureReasons)[number] {
  if (code === 'EAUTH') return 'unauthorized'
  // 4xx is temporary, 5xx is permanent (RFC 5321, 4.2.1).
  if (responseCode !== undefined) return responseCode >= 500 ? 'refused' : 'unavailable'
  if (timeoutType === 'CONNECT_TIMEOUT' || timeoutType === 'GREETING_TIMEOUT') return 'unavailable'
  return early.has(code) || syscall === 'connect' ? 'unavailable' : 'unknown_outcome'
}
