import { afterEach, expect, it, vi } from 'vitest'
import { markWords } from './mark-words.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
  document.body.replaceChildren()
})

function markedIn(html: string): string[] | undefined {
  const highlights = new Map<string, Set<Range>>()
  vi.stubGlobal('CSS', { highlights })
  vi.stubGlobal(
    'Highlight',
    class extends Set<Range> {
      constructor(...ranges: Range[]) {
        super(ranges)
      }
    },
  )
  document.body.innerHTML = html
  markWords(document.body)
  const found = highlights.get('found')
  return found && [...found].map(String)
}

it('the words of a search are marked in any width and case, also across a link', () => {
  history.replaceState(null, '', `/?words=${encodeURIComponent('設計 api')}`)
  expect(markedIn('<p>予約の設計と<a href="#">ＡＰ</a>I</p><p>設計</p>')).toEqual(['設計', 'ＡＰI', '設計'])
})

it('no word is marked if the URL has no search words or the browser cannot highlight', () => {
  expect(markedIn('<p>設計</p>')).toBeUndefined()
  vi.stubGlobal('CSS', {})
  history.replaceState(null, '', '/?words=ab')
  expect(() => markWords(document.body)).not.toThrow()
})
