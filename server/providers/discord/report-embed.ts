import { markAddresses } from '../marked-addresses.ts'
import type { ReportText } from '../report-text.ts'
import { shorten } from '../shorten.ts'

export type DiscordMessage = { content: string; embeds?: { description: string }[] }

// Discord's limits in UTF-16 code units (Execute Webhook and Embed Limits).
const contentLongest = 2_000
const descriptionLongest = 4_096

/** Returns a report as a Discord message with an embed. Escapes all text, so that authors cannot mention others. */
export function reportEmbed({ author, title, sections, link, linkText }: ReportText): DiscordMessage {
  const filled = sections.filter(({ text }) => text.trim() !== '')
  // The link is part of the text, because an embed's URL field accepts only public addresses.
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

/** Escapes mentions, links, headings and all other Markdown of Discord. */
const escape = (text: string) => text.replaceAll(/[\\*_~`|<>[\]#@]|:(?=\/\/)/gu, String.raw`\$&`)
