export { linesOf } from '#contract/report-fields.ts'

export type Piece = { kind: 'text' | 'ticket' | 'link'; text: string }

/** An http(s) address as far as it is ASCII, PR #482 or #482, HIN-212. Each branch is linear in the length of the line. */
const special = /(https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+)|((?:\bPR ?)?#\d{1,9}\b|\b[A-Z][A-Z0-9]{1,9}-\d{1,9}\b)/gu

/** What closes a sentence or a bracket around an address is not part of it. */
function addressIn(match: string) {
  // Each looks behind first: asked at every character of a long run, it would read the run again and again.
  const sentence = match.replace(/(?<![.,;:!?'\]])[.,;:!?'\]]+$/u, '')
  const address = sentence.includes('(') ? sentence : sentence.replace(/(?<!\))\)+$/u, '')
  return URL.canParse(address) ? address : undefined
}

/** A line cut into plain words, ticket references and addresses; put together again it is the same line. */
export function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  const plainUpTo = (index: number) => {
    if (index > end) pieces.push({ kind: 'text', text: line.slice(end, index) })
  }
  for (const match of line.matchAll(special)) {
    const text = match[1] ? addressIn(match[1]) : match[0]
    if (!text) continue
    plainUpTo(match.index)
    pieces.push({ kind: match[1] ? 'link' : 'ticket', text })
    end = match.index + text.length
  }
  plainUpTo(line.length)
  return pieces
}
