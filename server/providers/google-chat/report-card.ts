import { markAddresses } from '../marked-addresses.ts'
import type { ReportText } from '../report-text.ts'
import { shorten } from '../shorten.ts'

type Widget = { textParagraph: { text: string } } | { buttonList: { buttons: Button[] } }
type Button = { text: string; onClick: { openLink: { url: string } } }
export type ReportCard = {
  fallbackText: string
  cardsV2: {
    cardId: string
    card: { header: { title: string; subtitle: string }; sections: { header?: string; widgets: Widget[] }[] }
  }[]
}

const messageLargest = 32_000 // bytes of the whole message (Google Chat, Message)
const restLargest = 2_000 // bytes besides the sections
const nameLongest = 150 // characters

/** Returns a report as a Google Chat card. Escapes all text, so that authors cannot mention others. */
export function reportCard({ author, title, sections, link, linkText }: ReportText): ReportCard {
  const name = (text: string) => shorten(text, (part) => part.length <= nameLongest)
  const filled = sections.filter(({ text }) => text.trim() !== '')
  const room = Math.floor((messageLargest - restLargest - link.length) / Math.max(1, filled.length))
  return {
    // Shown in notifications. Without `<` and `>`, because `<users/all>` would mention everybody.
    fallbackText: name(`${author} · ${title}`).replaceAll(/[<>]/gu, ''),
    cardsV2: [
      {
        cardId: 'report',
        card: {
          header: { title: name(author), subtitle: name(title) },
          sections: [
            ...filled.map(({ heading, text }) => sectionOf(heading, text, room)),
            { widgets: [{ buttonList: { buttons: [{ text: linkText, onClick: { openLink: { url: link } } }] } }] },
          ],
        },
      },
    ],
  }
}

function sectionOf(heading: string, text: string, room: number) {
  const made = (part: string) => ({ header: escape(heading), widgets: [{ textParagraph: { text: formatted(part) } }] })
  return made(shorten(text, (part) => Buffer.byteLength(JSON.stringify(made(part))) <= room))
}

/** Formats text for a card, which interprets a few HTML tags. Addresses become links. */
const formatted = (text: string) => markAddresses(text, escape, (url) => `<a href="${escape(url)}">${escape(url)}</a>`)

const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/\r\n?|\n/gu, '<br>')
