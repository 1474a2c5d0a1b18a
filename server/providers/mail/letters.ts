import type { Language } from '#contract/languages.ts'
import { Settings } from '#contract/users.ts'
import { texts } from '#server/texts.ts'
import type { Message } from './mail.ts'

type Letter = 'signUp' | 'passwordReset' | 'emailChange' | 'emailChangeNotice'

/** A message in the member's own language, else in that of the request that caused it. */
export function writeMail(
  letter: Letter,
  about: {
    member: { display_name: string; settings: unknown }
    language: Language
    to: string
    link?: string
    /** The new address, where the letter is about one. */
    email?: string
  },
): Message {
  const settings = Settings.safeParse(about.member.settings)
  const speak = texts((settings.success && settings.data.language) || about.language)
  const values = { link: about.link ?? '', email: about.email ?? '' }
  const lines = [
    speak('mail.greeting', { name: about.member.display_name }),
    speak(`mail.${letter}.text`, values),
    speak('mail.signature'),
  ]
  return { to: about.to, subject: speak(`mail.${letter}.subject`), text: `${lines.join('\n\n')}\n` }
}
