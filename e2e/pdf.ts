import { constants, inflateSync } from 'node:zlib'

/** What a PDF has packed (PDF 32000, 7.5.7): its tables, and in some its pages. */
export const unpacked = (pdf: Uint8Array): string[] =>
  [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/stream\r?\n(.*?)\r?\nendstream/gsu),
  ].map(([, data]) => {
    try {
      // What is packed may itself end like a line, of which its last byte would be missing here.
      return inflateSync(Buffer.from(data!, 'latin1'), { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1')
    } catch {
      return '' // a picture or a font that is packed otherwise
    }
  })
