import { addressesIn } from '#contract/addresses.ts'
import { spanMark } from '#contract/span-marks.ts'
export { linesOf } from '#contract/report-fields.ts'
export { reportLines } from '#contract/report-lines.ts'
export { withoutMarks } from '#contract/span-marks.ts'

export type Piece = { kind: 'text' | 'ticket' | 'link'; text: string }

/** Matches an issue reference: PR #482, #482 or HIN-212. */
const ticketName = /(?:\bPR ?)?#\d{1,9}\b|\b[A-Z][A-Z0-9]{1,9}-\d{1,9}\b/gu

const ticketsIn = (text: string) => [...text.matchAll(ticketName)].map(({ 0: ticket, index }) => ({ index, ticket }))

/** Splits a line into plain text, issue references and URLs. The pieces together are the whole line. */
export function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = []
  const addPlain = (text: string) => {
    let end = 0
    for (const { index, ticket } of ticketsIn(text)) {
      if (index > end) pieces.push({ kind: 'text', text: text.slice(end, index) })
      pieces.push({ kind: 'ticket', text: ticket })
      end = index + ticket.length
    }
    if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) })
  }
  let end = 0
  for (const { index, address } of addressesIn(line)) {
    addPlain(line.slice(end, index))
    pieces.push({ kind: 'link', text: address })
    end = index + address.length
  }
  addPlain(line.slice(end))
  return pieces
}

/** A part of a line. The text of a `plain` part can contain references and addresses (see `piecesOf`). */
export type Span = { kind: 'plain' | 'bold' | 'code'; text: string } | { kind: 'named'; text: string; address: string }

/** Splits a line at its bold, code and link marks. Other marks stay as typed. */
export function spansOf(line: string): Span[] {
  const spans: Span[] = []
  let end = 0
  for (const { index, 0: all, 1: code, 2: bold, 3: name, 4: address } of line.matchAll(spanMark)) {
    if (index > end) spans.push({ kind: 'plain', text: line.slice(end, index) })
    if (code !== undefined) spans.push({ kind: 'code', text: code })
    else if (bold !== undefined) spans.push({ kind: 'bold', text: bold })
    else if (name !== undefined && address !== undefined) spans.push({ kind: 'named', text: name, address })
    end = index + all.length
  }
  if (end < line.length) spans.push({ kind: 'plain', text: line.slice(end) })
  return spans
}
