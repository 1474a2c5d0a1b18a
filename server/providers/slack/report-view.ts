import type { InputBlock, ModalView, SectionBlock } from '@slack/types'
import { reportFields, requiredFields, type ReportField, type ReportTexts } from '#contract/report-fields.ts'
import { shorten } from '../shorten.ts'
import { mrkdwn } from './mrkdwn.ts'

/** The limits of a dialog and a button (Block Kit). */
const titleLongest = 24 // characters
const inputLongest = 3_000 // characters

/** The texts of the dialog, in the member's language. */
export type ReportViewText = {
  title: string
  submit: string
  cancel: string
  day: string
  /** Shown if the report is too long for a dialog. */
  tooLong: string
  openWeb: string
  headings: Record<ReportField, string>
}

const plain = (text: string, longest: number) => ({
  type: 'plain_text' as const,
  text: shorten(text, (part) => part.length <= longest),
  emoji: false,
})

/**
 * Returns the dialog for a day's report. If one of its texts exceeds Slack's limit, the dialog contains a link to the
 * web instead.
 * @param about.metadata sent back with the submission
 */
export function reportView(
  { title, submit, cancel, day, tooLong, openWeb, headings }: ReportViewText,
  about: { words: ReportTexts; link: string; metadata: string },
): ModalView {
  const isTooLong = reportFields.some((field) => about.words[field].length > inputLongest)
  const frame = {
    type: 'modal' as const,
    callback_id: 'report',
    private_metadata: about.metadata,
    title: plain(title, titleLongest),
    close: plain(cancel, titleLongest),
  }
  if (isTooLong) return { ...frame, blocks: [section(tooLong), linkButton(openWeb, about.link)] }
  const inputs = reportFields.map((field) => input(field, headings[field], about.words[field]))
  return { ...frame, submit: plain(submit, titleLongest), blocks: [section(day), ...inputs] }
}

const section = (text: string): SectionBlock => ({
  type: 'section',
  text: { type: 'mrkdwn', text: mrkdwn(text), verbatim: true },
})

const linkButton = (text: string, url: string) => ({
  type: 'actions' as const,
  elements: [{ type: 'button' as const, action_id: 'open', text: plain(text, 75), url }],
})

const input = (field: ReportField, label: string, text: string): InputBlock => ({
  type: 'input',
  block_id: field,
  optional: !requiredFields.includes(field),
  label: plain(label, 2_000),
  element: {
    type: 'plain_text_input',
    action_id: 'text',
    multiline: true,
    max_length: inputLongest,
    ...(text !== '' && { initial_value: text }),
  },
})
