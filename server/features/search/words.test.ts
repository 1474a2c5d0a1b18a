import { describe, expect, test } from 'vitest'
import { fold } from '#contract/fold.ts'
import { wordsOf } from '#contract/found-words.ts'
import { gramsOf, holdsAll, snippetOf } from './words.ts'

const marked = (text: string, query: string) =>
  snippetOf({ texts: [text], parts: ['keep'] }, wordsOf(query))
    .snippet.map((part) => (part.hit ? `[${part.text}]` : part.text))
    .join('')

test.each([
  ['ＡＢＣ　１２３', 'abc 123'],
  ['ｶﾞｲﾄﾞ', 'ガイド'],
  ['か\u3099', 'が'],
  ['㍿アサカイ', '株式会社アサカイ'],
  ['Straße ÄÖÜ Õ', 'straße äöü õ'],
  ['a\tb\nc', 'a b c'],
  ['👨‍👩‍👧 ok', '👨‍👩‍👧 ok'],
])('a search treats %s like %s', (text, folded) => expect(fold(text)).toBe(folded))

test('a search is split at white space into words, without case and repetitions', () => {
  expect(wordsOf(' 設計　レビュー Ab aB ')).toEqual(['設計', 'レビュー', 'ab'])
})

test('a query of single characters only is searched as one word', () => {
  expect(wordsOf('a 設計')).toEqual(['a', '設計'])
  expect(wordsOf('a b')).toEqual(['a b'])
})

test('a search matches only if every searched word is in one of the texts', async () => {
  expect(await holdsAll(['設計のレビュー', 'Deploy'], ['レビュー', 'deploy'])).toBe(true)
  expect(await holdsAll(['設計のレビュー', 'Deploy'], ['レビュー', 'release'])).toBe(false)
})

test('a search finds a word that is partly bold, code or a link', async () => {
  for (const text of ['**設計**書', '`設計`書', '[設計](https://wiki.example/1)書']) {
    expect(await holdsAll([text], ['設計書'])).toBe(true)
    expect(await holdsAll([text], [fold(text)])).toBe(true)
    expect(marked(text, '設計書')).toBe('[設計書]')
  }
  expect(marked('[設計](https://wiki.example/1)書', 'wiki.example')).toContain('[wiki.example]')
  expect(await holdsAll(['`設計\n書`'], ['設計書'])).toBe(false)
})

test('the search index stores the same words of two teams under different numbers', () => {
  const [one, other] = ['01998d5c-0000-7000-8000-0000000000aa', '01998d5c-0000-7000-8000-0000ffffffff']
  expect(gramsOf(['設計設計'], one)).toHaveLength(2)
  expect(gramsOf(['設計'], one)).not.toEqual(gramsOf(['設計'], other))
  const grams = gramsOf(['\uffff\uffff 設計👍'], other)
  expect(grams.every((gram) => Number.isInteger(gram) && Math.abs(gram) <= 2 ** 31)).toBe(true)
})

describe('a snippet', () => {
  test.each([
    ['朝会\n設計のレビュー\n実装', 'レビュー', '設計の[レビュー]'],
    ['Deploy, then DEPLOY again', 'deploy', '[Deploy], then [DEPLOY] again'],
    ['Kapitel 4\nthe API', 'api', 'the [API]'],
    ['Kapitel of the API', 'api', 'Kapitel of the [API]'],
    ['ｶﾞｲﾄﾞを書く', 'ガイド', '[ｶﾞｲﾄﾞ]を書く'],
    ['㍿アサカイ', '会社', '[㍿]アサカイ'],
    ['か\u3099っこう', 'がっ', '[か\u3099っ]こう'],
    ['ああああ', 'ああ', '[ああ][ああ]'],
    ['・設計\n- Ship it', 'ship', '[Ship] it'],
    ['<b>太字</b>', '<b>', '[<b>]太字</b>'],
    ['👍👍 done', '👍👍', '[👍👍] done'],
  ])('a snippet of %j marks the word %s', (text, query, expected) => expect(marked(text, query)).toBe(expected))

  test('a snippet shows the line with the most searched words', () =>
    expect(marked('設計\nレビューと設計\nレビュー', '設計 レビュー')).toBe('[レビュー]と[設計]'))

  test('a snippet of a long line begins and ends with whole phrases near the searched word', () => {
    const text = `${'前の文。'.repeat(60)}次の設計をした。${'後の文。'.repeat(60)}`
    const snippet = marked(text, '設計')
    expect(snippet).toMatch(/^…前の文。.*次の\[設計\]をした。.*後の文…$/u)
    expect(snippet.length).toBeLessThan(170)
  })

  test('a snippet of a line without phrases never splits a character', () => {
    const snippet = marked(`${'😀'.repeat(300)}設計${'😀'.repeat(300)}`, '設計')
    expect(snippet).toContain('[設計]')
    expect(snippet.isWellFormed()).toBe(true)
  })

  test('a snippet names the part of the report that contains the searched word', () => {
    const words = { texts: ['実装', '設計', ''], parts: ['yesterday_work', 'today_plan', 'issues'] as const }
    expect(snippetOf(words, ['設計']).part).toBe('today_plan')
  })
})

test.each([
  ['characters that each become 18', 'ﷺ'.repeat(10_000), 'صلى'],
  ['characters that each become 3', 'İﬃ'.repeat(4_999), 'ffi'],
  ['many hits', 'zz'.repeat(4_999), 'zz'],
])('cutting a snippet out of %s takes linear time (E6.01)', (_what, text, query) => {
  const cut = () =>
    snippetOf({ texts: [text, text, text], parts: ['yesterday_work', 'today_plan', 'issues'] }, wordsOf(query))
  const spentMs = () => {
    const before = process.cpuUsage()
    cut()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
  expect(Math.min(spentMs(), spentMs(), spentMs())).toBeLessThan(50)
})
