import { markAddresses } from '../marked-addresses.ts'
import type { ReportWords } from '../report-words.ts'
import { shorten } from '../shorten.ts'

export type DiscordMessage = { content: string; embeds?: { description: string }[] }

// Characters, as UTF-16 counts them (Discord, Execute Webhook and Embed Limits).
const contentLongest = 2_000
const descriptionLongest = 4_096

/** A report as a message of Discord, with its words in an embed. Nothing in it mentions anybody, whatever its author has typed. */
export function reportEmbed({ author, title, sections, link, linkText }: ReportWords): DiscordMessage {
  const filled = sections.filter(({ text }) => text.trim() !== '')
  // As a field of its own the address would have to be one on the internet.
  const end = `[${escape(linkText)}](${link})`
  const gap = '\n\n'
  const room = Math.floor((descriptionLongest - end.length) / Math.max(1, filled.length)) - gap.length
  return {
    content: fitting(`${author} · ${title}`, escape, contentLongest),
    embeds: [{ description: [...filled.map(({ heading, text }) => sectionOf(heading, text, room)), end].join(gap) }],
  }
}

const sectionOf = (heading: string, text: string, room: number) =>
  fitting(text, (part) => `**${escape(heading)}**\n${markAddresses(part, escape, (url) => url)}`, room)

const fitting = (text: string, made: (part: string) => string, room: number) =>
  made(shorten(text, (part) => made(part).length <= room))

/** What begins a mention, a link, a heading or any other mark of Discord's Markdown is shown as it was typed. */
const escape = (text: string) => text.replaceAll(/[\\*_~`|<>[\]#@]|:(?=\/\/)/gu, String.raw`\$&`)
