import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { csvRow } from '#server/text/csv.ts'
import { readTable, TooLarge } from './table.ts'

const cells = (text: string) => readTable(text)?.map((row) => row.cells)

describe('delimiters', () => {
  test.each([
    [
      'semicolons, and commas in quoted headings',
      'Date;"Yesterday, what, in short?";"Today, what?"\n2026-11-05;a;b',
      3,
    ],
    ['commas, and semicolons in headings', 'Date,Yesterday; what,Today; what\n2026-11-05,a,b', 3],
    ['tabs, and commas in headings', 'Date\tYesterday, what, in short\tToday, what\n2026-11-05\ta\tb', 3],
    ['pipes', 'Date|Yesterday|Today\n2026-11-05|a, b; c|d', 3],
    ['commas, and rows of other lengths', 'date,yesterday,today\n2026-11-05,a;b\n2026-11-06,a;b,c;d,e', 3],
    ['commas, and line feeds in cells', 'date,yesterday\n2026-11-05,"a;b;c\nd;e;f"', 2],
    ['only a heading row', 'Date;Yesterday, what, in short?;Today', 3],
    ['only one column', 'today\na', 1],
  ])('an import finds the delimiter of a table with %s', (_, text, columns) =>
    expect(cells(text)?.[0]).toHaveLength(columns),
  )
})

test.each([
  [
    'sep=;\r\ndate;today\r\n2026-11-05;a,b',
    [
      ['date', 'today'],
      ['2026-11-05', 'a,b'],
    ],
  ],
  ['"sep=;"\ndate;today', [['date', 'today']]],
  ['SEP=\t\ndate\ttoday', [['date', 'today']]],
  ['sep=|\ndate|today', [['date', 'today']]],
  ['sep=~\ndate,today', [['date', 'today']]],
])('an import ignores Excel’s line `sep=` in the table %j', (text, expected) => expect(cells(text)).toEqual(expected))

test('the row numbers of an import count empty rows, but not Excel’s line `sep=` (E4.17)', () => {
  const text = 'sep=,\r\n\r\ndate,today\r\n"2026-11-05","a\r\nb"\r\n,\r\n2026-11-06,c'
  expect(readTable(text)!.map(({ line }) => line)).toEqual([2, 3, 5])
})

test('an import keeps quotes inside an unquoted cell', () => {
  expect(cells('date,today\n2026-11-05,5" disk\n2026-11-06,"a ""b"" c"')).toEqual([
    ['date', 'today'],
    ['2026-11-05', '5" disk'],
    ['2026-11-06', 'a "b" c'],
  ])
})

test.each(['\r', '\n', '\r\n'])('an import reads table lines that end with %j', (end) =>
  expect(cells(['date,today', '2026-11-05,a', ''].join(end))).toHaveLength(2),
)

test('an import rejects a table with an unclosed quote', () =>
  expect(readTable('date,today\n2026-11-18,"a')).toBeUndefined())

test('an import reads any cell that an export has written', () => {
  const texts = fc.array(
    fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...Array.from(`'=+-@\t\r\n",;＝ a`)) })),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  fc.assert(
    fc.property(texts, (values) => {
      const [, row] = readTable(csvRow(values.map((_, index) => `h${index}`)) + csvRow(['x', ...values])) ?? []
      expect(row?.cells.slice(1)).toEqual(values)
    }),
  )
})

const most = limits.importRows
test.each([
  ['rows', `date,today\n${'a,b\n'.repeat(most + 1)}`],
  ['empty lines', `date,today\n${'\n'.repeat(limits.importLines + 1)}`],
  ['columns', `a${',b'.repeat(limits.importColumns)}`],
  ['characters in a cell', `date,today\n2026-11-05,${'a'.repeat(1_048_577)}`],
  ['characters in a heading', `${'a'.repeat(1_100_000)}\n`],
])('an import rejects a table with too many %s', (_, text) => expect(() => readTable(text)).toThrow(TooLarge))

test('an import rejects a table with 8 MiB of commas before the columns occupy memory', async () => {
  const program = `
    import { parentPort } from 'node:worker_threads'
    const { readTable } = await import(${JSON.stringify(new URL('table.ts', import.meta.url).href)})
    try {
      readTable('date,today\\n' + ','.repeat(8_388_000))
    } catch (error) {
      parentPort.postMessage(error.constructor.name)
    }
  `
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  })
  expect(await once(worker, 'message')).toEqual([TooLarge.name])
  await worker.terminate()
})

test('an import reads a table with the maximum number of rows', () => {
  expect(readTable(`date,today\n${'2026-11-05,b\n'.repeat(most)}`)).toHaveLength(most + 1)
})
