import { constants, inflateSync } from 'node:zlib'

/** Decompresses the streams of a PDF (PDF 32000, 7.3.8), such as the character maps of its fonts. */
export const inflateStreams = (pdf: Uint8Array): string[] =>
  [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/stream\r?\n(.*?)\r?\nendstream/gsu),
  ].map(([, data]) => {
    try {
      // Compressed data can end with a byte like a line end, which the pattern cuts off. Z_SYNC_FLUSH accepts this.
      return inflateSync(Buffer.from(data!, 'latin1'), { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1')
    } catch {
      return '' // a picture or a font with another compression
    }
  })
