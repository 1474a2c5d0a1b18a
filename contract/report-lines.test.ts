import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesOf } from './report-fields.ts'
import { reportLines } from './report-lines.ts'

/** Draws each line: `/` after a blank line, `>` for each level, then the number and the text. */
const drawn = (text: string) =>
  reportLines(text).map(
    ({ text: words, depth, number, isAfterBlank }) =>
      `${isAfterBlank ? '/' : ''}${'>'.repeat(depth)}${number ? `${number} ` : ''}${words}`,
  )

describe('reportLines (E2.05)', () => {
  it.each([
    ['- 設計\n  - 画面\n    - 色\n      - 明るさ\n- 実装', ['設計', '>画面', '>>色', '>>明るさ', '実装']],
    ['- a\n\t- b\n\t\t- c\n- d', ['a', '>b', '>>c', 'd']],
    ['・設計\n　・画面\n・実装', ['設計', '>画面', '実装']],
    ['1. 設計\n2) 実装\n(3) 試験\n4．公開\n⑤連絡', ['1. 設計', '2) 実装', '(3) 試験', '4． 公開', '⑤ 連絡']],
    ['1. first\n   - sub\n2. second', ['1. first', '>sub', '2. second']],
    ['設計\n\n\n実装\n', ['設計', '/実装']],
    ['    - a\n    - b\n      - c', ['a', 'b', '>c']],
    ['- [ ] 試験\n- [x] 設計', ['☐ 試験', '☑ 設計']],
    ['  a\nb\n  c', ['a', 'b', '>c']],
  ])('reportLines finds the list structure in the report text %j', (text, lines) => expect(drawn(text)).toEqual(lines))

  it.each(['1.5時間かかった', '2026.11.26に公開', '-3度でした', '3.', '10分', '--dry-run を追加', '**重要**です'])(
    'reportLines returns the text %s as plain text, not as a list',
    (text) => expect(drawn(text)).toEqual([text]),
  )

  it('reportLines returns the texts of linesOf, and never skips a level of a list', () => {
    const mark = fc.constantFrom('', '- ', '・', '* ', '  - ', '\t・', '    ', '　')
    const line = fc.tuple(mark, fc.constantFrom('設計', 'a b', '', '#12')).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(line), (typed) => {
        const text = typed.join('\n')
        const lines = reportLines(text)
        expect(lines.map(({ text: words }) => words)).toEqual(linesOf(text))
        for (const [at, { depth }] of lines.entries())
          expect(depth).toBeLessThanOrEqual((lines[at - 1]?.depth ?? -1) + 1)
      }),
    )
  })
})
