import { expect, test } from 'vitest'
import { words } from '#server/testing/report-text.ts'
import { reportBlocks } from './report-blocks.ts'

test('a report in Slack has a header, its filled sections and a link', () => {
  const { text, blocks } = reportBlocks(words)
  expect(text).toBe('佐伯 美咲 · 10月23日（金）の日報')
  expect(blocks.map(({ type, text: part }) => [type, part.text])).toEqual([
    ['header', '佐伯 美咲 · 10月23日（金）の日報'],
    ['section', '*昨日*\nレビュー <https://example.com/a_b?c=1&amp;d=2> を終えた'],
    ['section', '*今日*\n- 設計\n- 実装'],
    ['section', '<https://asakai.example/?date=2026-10-23|日報を開く>'],
  ])
})

test('a report in Slack has mentions and links of members escaped', () => {
  const typed = '<!channel> <@U1> <https://evil.example|here> @here #general & <script>'
  const { text, blocks } = reportBlocks({ ...words, author: typed, sections: [{ heading: '今日', text: typed }] })
  const harmless =
    '&lt;!channel&gt; &lt;@U1&gt; &lt;<https://evil.example>|here&gt; @here #general &amp; &lt;script&gt;'
  expect(text).toBe(`${harmless} · 10月23日（金）の日報`)
  expect(blocks[0]!.text).toMatchObject({ type: 'plain_text' })
  // Because of `verbatim`, Slack shows @here and #general as plain text.
  expect(blocks[1]!.text).toEqual({ type: 'mrkdwn', text: `*今日*\n${harmless}`, verbatim: true })
})

test.each([
  ['あ'.repeat(10_000), 'あ…'],
  ['&'.repeat(10_000), '&amp;…'],
  ['👩‍👩‍👧‍👦'.repeat(2_000), '👩‍👩‍👧‍👦…'],
  ['http://a.example/b '.repeat(500), '…'],
])('a long section of a report in Slack is shortened between characters: %.5s', (text, end) => {
  const { blocks } = reportBlocks({ ...words, sections: [{ heading: '昨日', text }] })
  const { length } = blocks[1]!.text.text
  expect(length).toBeLessThanOrEqual(3_000)
  expect(length).toBeGreaterThan(2_950)
  expect(blocks[1]!.text.text.endsWith(end)).toBe(true)
  expect(blocks[1]!.text.text.replaceAll('<http://a.example/b>', '')).not.toContain('<')
})

test('a long name is shortened to fit into the header of a report in Slack', () => {
  expect(reportBlocks({ ...words, author: 'あ'.repeat(300) }).blocks[0]!.text.text).toHaveLength(150)
})
