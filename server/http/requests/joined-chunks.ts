import { type Readable, Transform, type TransformCallback } from 'node:stream'
import { limits } from '#contract/limits.ts'

const blockSize = 16_384 // bytes

/**
 * The most parts of a body. A client may send each line of a file as one part and its line break as another. 500,000
 * parts of one byte would block the event loop for 500 ms (E6.01).
 */
const partsMost = 2 * limits.importLines

/**
 * Copies a body into blocks while it arrives. Node creates an object of about 600 bytes for each part, and a client can
 * send parts of one byte: a body of 512 KiB would occupy 300 MB until it is complete. Closes the connection if there are
 * more than `partsMost`.
 * @param length the expected length in bytes; Infinity if unknown
 */
export function joinChunks(body: Readable, length: number): Readable {
  const newBlock = () => Buffer.allocUnsafeSlow(Math.min(blockSize, length))
  let block = newBlock()
  let filled = 0
  let parts = 0
  const joined = new Transform({
    transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      parts += 1
      if (parts > partsMost) return void body.destroy()
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
