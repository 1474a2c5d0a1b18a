import type { ReportWords } from '../report-words.ts'
import { shorten } from '../shorten.ts'
import { mrkdwn, mrkdwnLink } from './mrkdwn.ts'
import type { HeaderBlock, MrkdwnElement, SectionBlock } from '@slack/types'

const headerLongest = 150 // characters (Block Kit, header)
const textLongest = 3_000 // characters, escapes among them (Block Kit, section)

type Shown = HeaderBlock | (SectionBlock & { text: MrkdwnElement })

/**
 * A report in Block Kit. The link stands in a text: a button would ask our server back when it is pressed.
 * @returns the message without its channel; `text` is what notifications show
 */
export function reportBlocks({ author, title, sections, link, linkText }: ReportWords): {
  text: string
  blocks: Shown[]
} {
  const header = `${author} · ${title}`
  return {
    text: mrkdwn(header),
    blocks: [
      {
        type: 'header',
        text: { type: 'plain_text', text: shorten(header, (text) => text.length <= headerLongest), emoji: false },
      },
      ...sections
        .filter(({ text }) => text.trim() !== '')
        .map(({ heading, text }) => section(`*${mrkdwn(heading)}*\n`, text)),
      section(mrkdwnLink(link, linkText), ''),
    ],
  }
}

/** `verbatim`: Slack looks for no names of people or channels in it. */
const section = (start: string, text: string) => ({
  type: 'section' as const,
  text: {
    type: 'mrkdwn' as const,
    text: start + mrkdwn(shorten(text, (part) => start.length + mrkdwn(part).length <= textLongest)),
    verbatim: true,
  },
})
