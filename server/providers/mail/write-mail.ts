import { asWritten, localeOf } from '#contract/dates-in-words.ts'
import type { Language } from '#contract/languages.ts'
import { Settings } from '#contract/users.ts'
import { texts } from '#server/text/texts.ts'
import type { MailKind, Notice, RequestedMail } from './mail-kinds.ts'
import type { Message } from './mail.ts'
import { plainName } from './plain-name.ts'

/** `team`: the team that causes the notice. `isProven`: whether the recipient has proven the address. */
export type Noticed = { team: string; isProven: boolean }

/** The actor of a change that no member made: the company's directory, or the operator's command. */
export type Actor = 'directory' | 'operator'

type About = {
  member: { display_name: string; settings: unknown }
  language: Language
  to: string
  link?: string
  /** The new email address, if any. */
  email?: string
  /** The service that the email is about, if any. */
  provider?: string
  /** The name of the thing or person that the email is about. */
  name?: string
  /** The name of the acting member. */
  by?: string
  /** The actor, if no member acted. */
  actor?: Actor
  /** The number of the team's blockers that have had no owner for more than two days. */
  waiting?: number
  /** The news: their number and their text. `kind`: `all` if they include more than comments. */
  comments?: { count: number; text: string; kind?: 'comments' | 'all' | undefined }
  emails?: string[]
  /** The names of the setups that stopped. Their makers chose them. */
  stopped?: string[]
  /** The newest members who signed up, and the number of all. */
  joined?: { names: string[]; total: number }
  /** The time limit that the email names, and the reader's time zone. */
  until?: { at: Date; timeZone: string }
  /** The link that reverses the reported change. */
  notMe?: string
}

/**
 * Writes an email in the member's language. If the member has chosen none, uses the language of the request that caused
 * the email.
 */
export const writeMail = (mail: Exclude<RequestedMail, 'invitation' | 'week'>, about: About): Message =>
  written(mail, about)

/** Writes a notice, an email that `limitedMail` counts (E1.14). */
export const writeNotice = (mail: Notice, about: About & Noticed): Message => {
  const { team, isProven } = about
  return { ...written(mail, about), notice: { kind: mail, team, isProven, language: languageOf(about) } }
}

/** Adds before the signature that no more emails of this kind will come for a while. */
export function withLastNotice(message: Message, period: 'hour' | 'day'): Message {
  if (!message.notice) return message
  const translate = texts(message.notice.language)
  const [note, end] = [translate(`mail.last.${period}`), `${translate('mail.signature')}\n`]
  if (message.text.includes(note)) return message
  return { ...message, text: `${message.text.slice(0, -end.length)}${note}\n\n${end}` }
}

function written(mail: Exclude<MailKind, 'invitation' | 'week'>, about: About): Message {
  const language = languageOf(about)
  const translate = texts(language)
  const values = {
    link: about.link ?? '',
    email: about.email ?? '',
    provider: about.provider ?? '',
    name: plainName(about.name ?? ''),
    by: plainName(about.by ?? ''),
    actor: about.actor ?? 'member',
    count: about.comments?.count ?? about.emails?.length ?? about.joined?.total ?? 0,
    emails: about.emails?.join('\n') ?? '',
    stopped: about.stopped?.map(plainName).join('\n') ?? '',
    joined: about.joined?.names.map(plainName).join('\n') ?? '',
    comments: about.comments?.text ?? '',
    kind: about.comments?.kind ?? 'comments',
    until: about.until ? momentIn(language, about.until.timeZone, about.until.at) : '',
  }
  const lines = [
    translate('mail.greeting', { name: plainName(about.member.display_name) }),
    translate(`mail.${mail}.text`, values),
    ...(about.waiting ? [translate('messages.waitingBlockers', { count: about.waiting })] : []),
    ...(about.notMe === undefined ? [] : [translate('mail.notMe', { link: about.notMe })]),
    translate('mail.signature'),
  ]
  return { to: about.to, subject: translate(`mail.${mail}.subject`, values), text: `${lines.join('\n\n')}\n` }
}

const languageOf = ({ member, language }: Pick<About, 'member' | 'language'>) => chosen(member.settings) ?? language

function chosen(stored: unknown): Language | undefined {
  const settings = Settings.safeParse(stored)
  return settings.success ? (settings.data.language ?? undefined) : undefined
}

type Invited = {
  inviter: { display_name: string; settings: unknown; team_name: string; time_zone: string }
  /** Used if the inviter has not chosen a language. */
  language: Language
  link: string
  /** ISO 8601 */
  expiresAt: string
}

/** Writes an invitation in the inviter's language. If the inviter has chosen none, uses the language of the request. */
export function writeInvitation(about: Invited & { to: string }): Message {
  const { translate, values } = invitationWords(about)
  const lines = [translate('mail.invitation.text', values), translate('mail.signature')]
  return { to: about.to, subject: translate('mail.invitation.subject', values), text: `${lines.join('\n\n')}\n` }
}

/** Writes an invitation for a chat service, which shows the sender itself. */
export function writeInvitationMessage(about: Invited): string {
  const { translate, values } = invitationWords(about)
  return translate('messages.slackInvitation', values)
}

function invitationWords(about: Invited) {
  const { display_name, settings, team_name, time_zone } = about.inviter
  const language = chosen(settings) ?? about.language
  const translate = texts(language)
  const values = {
    inviter: plainName(display_name),
    team: plainName(team_name),
    link: about.link,
    expires: momentIn(language, time_zone, new Date(about.expiresAt)),
  }
  return { translate, values }
}

/**
 * Returns a moment such as 2026年11月8日 9:05 (JST). The zone is always at the end: some languages would put it in the
 * middle.
 */
function momentIn(language: Language, timeZone: string, moment: Date) {
  const options = { ...dateAndTime, timeZone, timeZoneName: 'short' } as const
  const zone = format(language, options)
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')
  const words = format(language, { ...dateAndTime, timeZone }).format(moment)
  return `${asWritten(language, words)} (${zone?.value})`
}

const format = (language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(localeOf(language), options)

const dateAndTime = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const
