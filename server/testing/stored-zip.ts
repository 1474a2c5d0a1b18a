import { expect } from 'vitest'

/** Returns the files of an uncompressed ZIP by name (APPNOTE 4.3.12). */
export function filesIn(zip: Buffer): Record<string, string> {
  const files: Record<string, string> = {}
  const entry = Buffer.from('PK\u0001\u0002')
  for (let at = zip.indexOf(entry); at >= 0; at = zip.indexOf(entry, at + 1)) {
    expect(zip.readUInt16LE(at + 10)).toBe(0)
    const [length, named, start] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)]
    const name = zip.subarray(at + 46, at + 46 + named).toString()
    const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    files[name] = zip.subarray(data, data + length).toString()
  }
  return files
}
