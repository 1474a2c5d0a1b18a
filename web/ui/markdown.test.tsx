import { act, cleanup, render, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { describe, expect, it, vi } from 'vitest'
import { hostileNotes } from '../testing/hostile-markdown.ts'
import { MarkdownTree } from './markdown-tree.tsx'
import { Markdown } from './markdown.tsx'

const label = 'plain'
const InEnglish = ({ children }: { children: ReactNode }) => (
  <IntlProvider locale="en" messages={{ states: { asWritten: label } }}>
    {children}
  </IntlProvider>
)
const shown = (text: string) => render(<MarkdownTree text={text} />, { wrapper: InEnglish }).container

describe('MarkdownTree', () => {
  it('Markdown shows emphasis, lists, code, strikethrough and line breaks', () => {
    const page = shown('**小さなPR**に\n分けた\n\n- 今週は3回\n- `db.pool=20`\n\n~~古い~~ 3. いいえ')
    expect(page.querySelector('strong')?.textContent).toBe('小さなPR')
    expect(page.querySelectorAll('li')).toHaveLength(2)
    expect(page.querySelector('code')?.textContent).toBe('db.pool=20')
    expect(page.querySelector('del')?.textContent).toBe('古い')
    expect(page.querySelector('p')?.textContent).toBe('小さなPRに\n分けた')
  })

  // CommonMark alone does not emphasise these texts: brackets and full stops are punctuation, and there is no white
  // space before or after the marks (E2.06).
  it.each([
    ['**「重要」**です', '「重要」'],
    ['**注意！**必ず', '注意！'],
    ['これは**「重要」**です', '「重要」'],
    ['**重要。**次に', '重要。'],
    ['手順は**（1）**から', '（1）'],
    ['**API（v2）**を使う', 'API（v2）'],
    ['**“引用”**は', '“引用”'],
    ['使用**「引号」**文字', '「引号」'],
    ['**https://example.com/（例）**を', 'https://example.com/（例）'],
    ['**한국어(괄호)**는', '한국어(괄호)'],
    ['***「重要」***です', '「重要」'],
    ['**`code`**です', 'code'],
    ['**小さなPR**に', '小さなPR'],
    ['a **(bold)** b', '(bold)'],
  ])('words beside punctuation can be bold: %s', (text, bold) =>
    expect(shown(text).querySelector('strong')?.textContent).toBe(bold),
  )

  it.each([
    ['~~「古い」~~です', 'del', '「古い」'],
    ['*「強調」*です', 'em', '「強調」'],
  ])('words beside punctuation can be emphasised or struck through: %s', (text, element, words) =>
    expect(shown(text).querySelector(element)?.textContent).toBe(words),
  )

  it.each(['2 * 3 * 4', 'a_b_c', '** なし **', '**'])('marks that emphasise nothing stay visible: %s', (text) => {
    const page = shown(text)
    expect(page.querySelector('strong')).toBeNull()
    expect(page.textContent).toContain(text.trim())
  })

  it('Markdown links to http, https and mailto addresses only', () => {
    const page = shown(
      '[a](https://a.example/x) [b](javascript:alert(1)) [c](mailto:c@example.com) [d](data:text/html,x) [e](/e) [f][f] https://g.example\n\n[f]: http://f.example',
    )
    const addresses = [...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(addresses).toEqual(['https://a.example/x', 'mailto:c@example.com', 'http://f.example', 'https://g.example'])
    expect(page.textContent).toContain('a (a.example) b c (c@example.com) d e f (f.example) https://g.example')
    expect(page.querySelector('a')?.rel).toBe('noopener noreferrer')
  })

  it('Markdown shows HTML as text and loads no pictures', () => {
    const page = shown(
      '<img src=x onerror=alert(1)> <b>太い</b>\n\n<script>alert(1)</script>\n\n![犬](https://x.example/dog.png)',
    )
    expect(page.querySelector('img, script, b')).toBeNull()
    expect(page.textContent).toContain('<img src=x onerror=alert(1)> <b>太い</b>')
    expect(page.textContent).toContain('<script>alert(1)</script>')
    expect(page.textContent).toContain('犬')
  })

  it('Markdown draws tables, tasks, numbered lists and code blocks', () => {
    const page = shown(
      '| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] 済\n- [ ] 未\n- [リンク](https://a.example)\n\n3. 三\n\n```js\nlet a\n```',
    )
    expect([...page.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual(['a', 'b', '1', '2'])
    expect([...page.querySelectorAll('ul li')].map(({ textContent }) => textContent)).toEqual([
      '☑ 済',
      '☐ 未',
      'リンク (a.example)',
    ])
    expect(page.querySelector('ol')?.start).toBe(3)
    expect(page.querySelector('pre')?.textContent).toBe('let a')
  })

  it('very deeply nested Markdown stays unformatted, and a note says so', () => {
    const text = `${'> '.repeat(17)}底`
    expect(shown(text).textContent).toBe(`${text}${label}`)
    expect(shown(`${'> '.repeat(16)}底`).textContent).toBe('底')
  })
})

/** Renders a note with a fake observer. `scrollNear` acts as if the note came near the visible part of the page. */
function note(text: string) {
  let seen = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(changed: (entries: { isIntersecting: boolean }[]) => void) {
        seen = () => changed([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  const { container } = render(<Markdown text={text} />, { wrapper: InEnglish })
  return {
    page: container,
    scrollNear: () =>
      act(async () => {
        seen()
        await new Promise(requestAnimationFrame)
      }),
  }
}

describe('Markdown', () => {
  it('a short Markdown note is formatted at once', async () => {
    const { page } = note('**短い**')
    expect(page.querySelector('.invisible')?.textContent).toBe('**短い**') // invisible until parsed
    await waitFor(() => expect(page.querySelector('strong')?.textContent).toBe('短い'))
  })

  it('a note without marks is shown at once, exactly as the parser would format it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (text) => {
        const { page } = note(text)
        const [place] = page.children
        if (place?.localName === 'p')
          expect(place.textContent.trim()).toBe(shown(text).querySelector('p')?.textContent.trim())
        else expect(text).toMatch(/^\s|[\p{ASCII}--[a-z A-Z0-9]]/v)
        cleanup()
      }),
      { numRuns: 300, examples: [['三つ目の PR を出した'], ['3 件'], ['\t字下げ'], ['一行\r二行']] },
    )
  })

  it('a long Markdown note is not formatted before it is nearly visible', async () => {
    const text = '**長い** '.repeat(100)
    const { page, scrollNear } = note(text)
    expect(page.querySelector('strong')).toBeNull()
    expect(page.textContent).toBe(text)
    await scrollNear()
    await waitFor(() => expect(page.querySelectorAll('strong')).toHaveLength(100))
  })

  it('a note with very many marks stays unformatted, and a message says so', async () => {
    const text = '*a '.repeat(601)
    const { page, scrollNear } = note(text)
    await scrollNear()
    expect(page.textContent).toBe(`${text}${label}`)
    expect(page.querySelectorAll('*')).toHaveLength(3)
  })

  it.each([...hostileNotes])('a hostile note creates few elements and keeps its words: %s', async (_piece, text) => {
    const { page, scrollNear } = note(text)
    await scrollNear()
    expect(depthOf(page)).toBeLessThanOrEqual(40)
    expect(page.querySelectorAll('*').length).toBeLessThanOrEqual(1_500)
    if (text.includes('底')) expect(page.textContent).toContain('底')
  })

  it('random marks create few elements', () => {
    const mark = fc.constantFrom(
      '*',
      '_',
      '~~',
      '`',
      '[',
      ']',
      '](',
      '![',
      '<',
      '> ',
      '- ',
      '1. ',
      '|',
      '\n',
      '&',
      'a',
      ' ',
      'http://',
    )
    fc.assert(
      fc.property(fc.array(mark, { minLength: 1, maxLength: 6 }), (piece) => {
        const page = shown(piece.join('').repeat(160))
        expect(depthOf(page)).toBeLessThanOrEqual(40)
        expect(page.querySelectorAll('*').length).toBeLessThanOrEqual(1_500)
        cleanup()
      }),
      { numRuns: 60 },
    )
  })
})

const depthOf = (element: Element): number => 1 + Math.max(0, ...[...element.children].map(depthOf))
