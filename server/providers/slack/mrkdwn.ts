import { markAddresses } from '../marked-addresses.ts'

/**
 * Escapes text for Slack. Only these characters begin a mention, a channel or a link (Slack's "Formatting text",
 * Escaping text).
 */
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Converts text of members to Slack's markup: without mentions, with addresses as links. */
export const mrkdwn = (text: string): string => markAddresses(text, escape, (url) => `<${escape(url)}>`)

export const mrkdwnLink = (url: string, text: string): string => `<${escape(url)}|${escape(text).replaceAll('|', '¦')}>`
