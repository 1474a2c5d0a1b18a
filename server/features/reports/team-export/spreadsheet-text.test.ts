import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { writeXlsxStream } from 'hucre/xlsx'
import readWorkbook from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { spreadsheetText } from './spreadsheet-text.ts'

/** Returns a file of a ZIP (APPNOTE 4.3.12) as text. Throws on invalid UTF-8. */
function fileIn(zip: Buffer, wanted: string): string {
  for (let at = zip.indexOf('PK\u0001\u0002'); at >= 0; at = zip.indexOf('PK\u0001\u0002', at + 1)) {
    const [length, named, start] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)]
    if (zip.subarray(at + 46, at + 46 + named).toString() !== wanted) continue
    const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    const packed = zip.subarray(data, data + length)
    const bytes = zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  }
  throw new Error(`${wanted} is missing`)
}

async function workbookOf(texts: readonly string[]): Promise<Buffer> {
  async function* rows() {
    for (const text of texts) yield [spreadsheetText(text)]
  }
  const chunks = []
  for await (const chunk of writeXlsxStream(rows(), { name: 'Asakai', columns: [{ header: 'text' }] }))
    chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The characters of XML 1.0, section 2.2. */
const characters = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u

const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)), minLength: 1 }),
  fc.string({
    unit: fc.constantFrom(
      '\uFFFE',
      '\uFFFF',
      '\uD800',
      '\uDC00',
      '\v',
      '\u0007',
      '\u001B',
      '_',
      'x',
      '_xFFFE_',
      '<',
      '&',
      'a',
    ),
    minLength: 1,
  }),
)

test('a spreadsheet is well-formed XML and keeps any text unchanged', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 30 }), async (texts) => {
      const workbook = await workbookOf(texts)
      const xml = fileIn(workbook, 'xl/worksheets/sheet1.xml')
      expect(xml).toMatch(characters)
      expect(xml.replaceAll(/<[^<>]*>/gu, '')).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)/u)
    }),
    { numRuns: 60 },
  )
})

test('an independent library reads even characters that XML does not allow from our spreadsheet', async () => {
  const texts = ['\uFFFE', 'a\uFFFFb', '_xFFFE_', 'a\v\u0007\u001Bb', '\uD800']
  const [sheet] = await readWorkbook(await workbookOf(texts))
  expect(sheet!.data.slice(1).map(([cell]) => cell)).toEqual(texts)
})
