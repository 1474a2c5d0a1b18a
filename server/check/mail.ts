import { ProviderFailure } from '#server/errors.ts'
import { sendTestMail } from '#server/features/team/operator-commands/operations.ts'
import { operatorCommand } from '#server/config/operator-command.ts'
import { openMail, tryMailServer } from '#server/providers/mail/mail.ts'
import { type Check, off, ok, wrong } from './check.ts'

const advice: Partial<Record<ProviderFailure['reason'], string>> = {
  unauthorized: 'check user and password in SMTP_URL',
  refused: 'the mail server must accept email from this user and from MAIL_FROM',
  unavailable: 'check host and port in SMTP_URL, and the firewall of this machine',
  unknown_outcome: 'check whether SMTP_URL must begin with smtps:// instead of smtp://, or the other way round',
}

export const mailCheck: Check = {
  about: 'Mail',
  look: async ({ settings: { mail }, mailTo }) => {
    if (!mail) return [off('No email is sent, and no password reset is offered. Set SMTP_URL.')]
    try {
      await tryMailServer(mail)
      if (mailTo === undefined)
        return [
          ok(
            `The server of SMTP_URL accepts the login; ${operatorCommand('check', '--mail ADDRESS')} sends a test email.`,
          ),
        ]
      const { deliver, close } = await openMail(mail, { logEvent: () => {}, count: () => {} })
      try {
        await sendTestMail({ deliverMail: deliver }, mailTo)
      } finally {
        await close()
      }
      return [ok(`The server of SMTP_URL accepted an email to ${mailTo}. Check whether it arrives.`)]
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      return [wrong(`No email can be sent (${String(error.cause)}): ${advice[error.reason]}.`)]
    }
  },
}
