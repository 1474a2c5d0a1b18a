import type { Language } from '#contract/languages.ts'
import { linkTo } from '#server/day-in-words.ts'
import { texts } from '#server/texts.ts'

/** What a member without a report reads in a message, in their own language. */
export function reminderWords(about: {
  language: Language
  name: string
  day: string
  publicUrl: string
  /** Blockers of the team that nobody takes on. */
  waiting: number
}) {
  const speak = texts(about.language)
  const waiting = about.waiting > 0 && speak('messages.waitingBlockers', { count: about.waiting })
  return {
    text: [speak('messages.reminder', { name: about.name }), waiting].filter(Boolean).join('\n'),
    link: linkTo(about.publicUrl, about.day),
    linkText: speak('messages.writeReport'),
  }
}
