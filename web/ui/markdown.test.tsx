import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MarkdownTree } from './markdown-tree.tsx'

const shown = (text: string) => render(<MarkdownTree text={text} />).container

describe('Markdown', () => {
  it('shows emphasis, lists, code, strikethrough and line breaks', () => {
    const page = shown('**小さなPR**に\n分けた\n\n- 今週は3回\n- `db.pool=20`\n\n~~古い~~ 3. いいえ')
    expect(page.querySelector('strong')?.textContent).toBe('小さなPR')
    expect(page.querySelectorAll('li')).toHaveLength(2)
    expect(page.querySelector('code')?.textContent).toBe('db.pool=20')
    expect(page.querySelector('del')?.textContent).toBe('古い')
    expect(page.querySelector('p')?.textContent).toBe('小さなPRに\n分けた')
  })

  it('leads to http, https and mailto alone', () => {
    const page = shown(
      '[a](https://a.example/x) [b](javascript:alert(1)) [c](mailto:c@example.com) [d](data:text/html,x) [e](/e) [f][f] https://g.example\n\n[f]: http://f.example',
    )
    const addresses = [...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(addresses).toEqual(['https://a.example/x', 'mailto:c@example.com', 'http://f.example', 'https://g.example'])
    expect(page.textContent).toContain('a b c d e f https://g.example')
    expect(page.querySelector('a')?.rel).toBe('noopener noreferrer')
  })

  it('takes HTML for the text it is and calls for no picture', () => {
    const page = shown(
      '<img src=x onerror=alert(1)> <b>太い</b>\n\n<script>alert(1)</script>\n\n![犬](https://x.example/dog.png)',
    )
    expect(page.querySelector('img, script, b')).toBeNull()
    expect(page.textContent).toContain('<img src=x onerror=alert(1)> <b>太い</b>')
    expect(page.textContent).toContain('<script>alert(1)</script>')
    expect(page.textContent).toContain('犬')
  })

  it.each([
    ['quotes', '>'.repeat(9_000) + ' 底'],
    ['brackets', '['.repeat(9_990) + '底'],
    ['stars', '*a '.repeat(3_000) + '底'],
    ['lists', Array.from({ length: 130 }, (_, depth) => `${' '.repeat(depth)}- 底`).join('\n')],
  ])('survives what nobody writes: %s', (_name, text) => {
    const started = performance.now()
    expect(shown(text).textContent).toContain('底')
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
