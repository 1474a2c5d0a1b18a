import { longWork } from './turns.ts'

const longest = 65_536 // characters

/**
 * Joins texts to chunks of about 64K characters, so that neither writing nor sending one blocks the event loop (E6.01).
 * Lets other requests run between the chunks.
 */
export async function* inPieces(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  const otherRequests = longWork()
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < longest) continue
    yield piece
    piece = ''
    await otherRequests()
  }
  if (piece !== '') yield piece
}
