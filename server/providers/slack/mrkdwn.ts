import { markAddresses } from '../marked-addresses.ts'

/** Slack's own escapes; nothing else starts a mention, a channel or a link (its "Formatting text", Escaping text). */
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** People's words in Slack's mark-up: they mention nobody, and only their addresses become links. */
export const mrkdwn = (text: string): string => markAddresses(text, escape, (url) => `<${escape(url)}>`)

export const mrkdwnLink = (url: string, text: string): string => `<${escape(url)}|${escape(text).replaceAll('|', '¦')}>`
