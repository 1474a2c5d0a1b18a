import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, it } from 'vitest'
import type { Achievement } from '#contract/monthly-reports.ts'
import { toCsv, toMarkdown } from './exports.ts'

const entry = (yesterday_work: string, issues = ''): Achievement => ({
  report_date: '2026-10-23',
  yesterday_work,
  report_time: 'morning',
  added_later: false,
  blockers: [],
  issues,
})

describe('toCsv', () => {
  const work = (text: string) =>
    toCsv([], [entry(text)], '後日追加')
      .split('\r\n')[1]!
      .split(',')[1]

  it('toCsv writes a byte order mark, a header, CR LF line ends and quoted cells', () => {
    expect(toCsv(['日付', '作業内容', '課題'], [entry('a "b", c\nd', 'x')], '後日追加')).toBe(
      '\uFEFF"日付","作業内容","課題"\r\n"2026-10-23","a ""b"", c\nd","x"\r\n',
    )
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝cmd', '＋1', '－1', '＠x', '=HYPERLINK("https://evil.example")'])(
    'toCsv prevents a spreadsheet from running the formula %s',
    (hostile) => expect(work(hostile)).toBe(`"'${hostile.replaceAll('"', '""')}"`),
  )

  it('toCsv writes the lists of a report as readable lines', () => {
    expect(work('- 設計\n・実装')).toBe('"設計\n実装"')
    expect(work('- 設計\n  - 画面\n1. 実装')).toBe('"設計\n  画面\n1. 実装"')
  })
})

describe('toMarkdown', () => {
  const words = { day: (date: string) => date, headings: { issues: '課題' }, addedLater: '後日追加' }

  it('toMarkdown writes a title, a heading for each day, and lists', () => {
    expect(toMarkdown('2026年10月の月報', [entry('設計\n実装', '待ち')], words)).toBe(
      '# 2026年10月の月報\n\n## 2026-10-23\n\n- 設計\n- 実装\n\n### 課題\n\n- 待ち\n',
    )
  })

  it('CSV and Markdown mark a report that was added later (E2.02)', () => {
    const added = { ...entry('設計'), added_later: true }
    expect(toMarkdown('月報', [added], words)).toBe('# 月報\n\n## 2026-10-23 (後日追加)\n\n- 設計\n')
    expect(toCsv(['日付', '作業内容', '課題'], [added, entry('実装')], '後日追加')).toBe(
      '\uFEFF"日付","作業内容","課題","後日追加"\r\n"2026-10-23","設計","","後日追加"\r\n"2026-10-23","実装","",""\r\n',
    )
  })

  it('toMarkdown leaves out the empty fields of a day', () => {
    expect(toMarkdown('月報', [entry(' ', '待ち')], words)).toBe('# 月報\n\n## 2026-10-23\n\n### 課題\n\n- 待ち\n')
  })

  it('toMarkdown keeps nested and numbered lists (E2.05)', () => {
    expect(toMarkdown('月報', [entry('- 設計\n  - 画面\n1. 実装')], words)).toContain(
      '\n- 設計\n  - 画面\n- 1\\. 実装\n',
    )
  })

  it.each([
    ['<script>alert(1)</script>', '\\<script\\>alert(1)\\</script\\>'],
    ['**太字** _x_ `code`', '**太字** \\_x\\_ `code`'],
    ['[手順](https://example.com/a)**', '[手順](<https://example.com/a>)\\*\\*'],
    ['![x](https://example.com/a)', '\\![x](<https://example.com/a>)'],
    ['[x](https://example.com/a\\)', '[x](<https://example.com/a%5C>)'],
    ['[x](javascript:alert(1))', '\\[x\\](javascript:alert(1))'],
    ['# 見出し', '\\# 見出し'],
    ['1. 番号', '1\\. 番号'],
    ['#482のレビュー', '\\#482のレビュー'],
    ['資料 https://example.com/a_b', '資料 <https://example.com/a_b>'],
  ])('toMarkdown escapes %s so that the text looks as typed', (text, expected) => {
    expect(toMarkdown('月報', [entry(text)], words)).toContain(`\n- ${expected}\n`)
  })

  it('toMarkdown produces only lists, text, code, bold and web links, for any input', () => {
    const marks = [
      '`',
      '``',
      '**',
      '_',
      '\\',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '!',
      '#',
      '-',
      '1.',
      '|',
      '&lt;',
      '~~~',
      '$',
      '=',
    ]
    const harmful = [
      '![x](https://a.example/p)',
      '[x](https://a.example/',
      '[x](javascript:alert(1))',
      '[a]: https://b.example',
      '<img src=x onerror=alert(1)>',
      '<!--',
    ]
    const typedWords = fc
      .array(fc.constantFrom(...marks, ...harmful, ' ', '\n', '\t', 'a', '設計', 'https://a.example/'), {
        maxLength: 14,
      })
      .map((parts) => parts.join(''))
    const harmless = ['root', 'heading', 'text', 'list', 'listItem', 'paragraph', 'link', 'strong', 'inlineCode']
    fc.assert(
      fc.property(typedWords, (typed) => {
        const nodes = nodesIn(fromMarkdown(toMarkdown('月報', [entry(typed)], words)))
        for (const { type, url } of nodes) {
          expect(harmless).toContain(type)
          if (type === 'link') expect(url).toMatch(/^https?:/u)
        }
        expect(nodes.filter(({ type }) => type === 'heading').length).toBeLessThanOrEqual(2)
      }),
    )
  })
})

type Node = { type: string; url?: string; children?: Node[] }

const nodesIn = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(nodesIn)]
