import type { ReportText } from '../report-text.ts'
import { shorten } from '../shorten.ts'
import { mrkdwn, mrkdwnLink } from './mrkdwn.ts'
import type { HeaderBlock, MrkdwnElement, SectionBlock } from '@slack/types'

const headerLongest = 150 // characters (Block Kit, header)
const textLongest = 3_000 // characters including escapes (Block Kit, section)

type Shown = HeaderBlock | (SectionBlock & { text: MrkdwnElement })

/**
 * Returns a report in Block Kit. The link is text, because a button would send a request to our server.
 * @returns the message without its channel; `text` is shown in notifications
 */
export function reportBlocks({ author, title, sections, link, linkText }: ReportText): {
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

/** `verbatim` stops Slack from turning names of people or channels into links. */
const section = (start: string, text: string) => ({
  type: 'section' as const,
  text: {
    type: 'mrkdwn' as const,
    text: start + mrkdwn(shorten(text, (part) => start.length + mrkdwn(part).length <= textLongest)),
    verbatim: true,
  },
})
