import { type Readable, Transform, type TransformCallback } from 'node:stream'

const blockSize = 16_384 // bytes

/**
 * Copies a body into blocks while it arrives. Node creates an object of about 600 bytes for each part, and a client can
 * send parts of one byte: a body of 512 KiB would occupy 300 MB until it is complete.
 * @param length the expected length in bytes; Infinity if unknown
 */
export function joinChunks(body: Readable, length: number): Readable {
  const newBlock = () => Buffer.allocUnsafeSlow(Math.min(blockSize, length))
  let block = newBlock()
  let filled = 0
  const joined = new Transform({
    transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      for (let at = 0; at < chunk.length;) {
        const copied = chunk.copy(block, filled, at)
        at += copied
        filled += copied
        if (filled < block.length) continue
        this.push(block)
        block = newBlock()
        filled = 0
      }
      done()
    },
    flush(done: TransformCallback) {
      if (filled > 0) this.push(block.subarray(0, filled))
      done()
    },
  })
  body.once('error', (error) => joined.destroy(error))
  return body.pipe(joined)
}
