import { expect, test } from 'vitest'
import { words } from '#server/testing/report-text.ts'
import { reportEmbed } from './report-embed.ts'

test('a report in Discord has its author, its filled sections and a link', () => {
  expect(reportEmbed(words)).toEqual({
    content: '佐伯 美咲 · 10月23日（金）の日報',
    embeds: [
      {
        description: [
          '**昨日**\nレビュー https://example.com/a_b?c=1&d=2 を終えた',
          '**今日**\n- 設計\n- 実装',
          '[日報を開く](https://asakai.example/?date=2026-10-23)',
        ].join('\n\n'),
      },
    ],
  })
})

test('a report in Discord has mentions and Markdown of members escaped', () => {
  const typed = '@everyone <@1> <#2> **x** ||y|| [safe](https://evil.example)\n# z `c` ~~d~~ \\*e\\*'
  const { content, embeds } = reportEmbed({
    ...words,
    author: '@everyone',
    sections: [{ heading: '今日', text: typed }],
  })
  expect(content).toBe(String.raw`\@everyone · 10月23日（金）の日報`)
  expect(embeds![0]!.description).toContain(
    String.raw`\@everyone \<\@1\> \<\#2\> \*\*x\*\* \|\|y\|\| \[safe\](https://evil.example)` +
      '\n' +
      String.raw`\# z \`c\` \~\~d\~\~ \\\*e\\\*`,
  )
})

test('a report in Discord does not link an address that hides its real host', () => {
  const sections = [{ heading: '今日', text: 'https://bank.example@evil.example/' }]
  expect(reportEmbed({ ...words, sections }).embeds![0]!.description).toContain(
    String.raw`https\://bank.example\@evil.example/`,
  )
})

test.each([['あ'], ['*'], ['\nx'], ['👩‍👩‍👧‍👦']])(
  'a report in Discord with long sections of %j is shortened between characters',
  (character) => {
    const sections = ['昨日', '今日', '困りごと'].map((heading) => ({
      heading,
      text: `${character.repeat(Math.floor(10_000 / character.length) - 1)}.`,
    }))
    const { content, embeds } = reportEmbed({ ...words, author: '*'.repeat(2_000), sections })
    const [{ description }] = embeds as [{ description: string }]
    expect(content.length).toBeLessThanOrEqual(2_000)
    expect(description.length).toBeLessThanOrEqual(4_096)
    expect(description.length).toBeGreaterThan(4_000)
    expect(description).toMatch(/…\n\n\[日報を開く\]\(https:[^)]+\)$/u)
    expect(JSON.stringify({ content, description })).not.toMatch(/\\ud[89a-f]/u)
  },
)
