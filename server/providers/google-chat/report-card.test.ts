import { expect, test } from 'vitest'
import { words } from '#server/testing/report-text.ts'
import { reportCard } from './report-card.ts'

test('a report in Google Chat has a header, its filled sections and a button', () => {
  const url = 'https://example.com/a_b?c=1&amp;d=2'
  expect(reportCard(words)).toEqual({
    fallbackText: '佐伯 美咲 · 10月23日（金）の日報',
    cardsV2: [
      {
        cardId: 'report',
        card: {
          header: { title: '佐伯 美咲', subtitle: '10月23日（金）の日報' },
          sections: [
            { header: '昨日', widgets: [{ textParagraph: { text: `レビュー <a href="${url}">${url}</a> を終えた` } }] },
            { header: '今日', widgets: [{ textParagraph: { text: '- 設計<br>- 実装' } }] },
            {
              widgets: [
                { buttonList: { buttons: [{ text: '日報を開く', onClick: { openLink: { url: words.link } } }] } },
              ],
            },
          ],
        },
      },
    ],
  })
})

test('a report in Google Chat has mentions and HTML of members escaped', () => {
  const typed = '<users/all> <b>x</b> & <a href="https://evil.example">y</a>'
  const { fallbackText, cardsV2 } = reportCard({
    ...words,
    author: typed,
    sections: [{ heading: '今日', text: typed }],
  })
  expect(fallbackText).not.toMatch(/[<>]/u)
  const [section] = cardsV2[0]!.card.sections
  const evil = 'https://evil.example'
  expect(section!.widgets).toEqual([
    {
      textParagraph: {
        text:
          '&lt;users/all&gt; &lt;b&gt;x&lt;/b&gt; &amp; ' +
          `&lt;a href=&quot;<a href="${evil}">${evil}</a>&quot;&gt;y&lt;/a&gt;`,
      },
    },
  ])
})

test.each([['あ'], ['&'], ['"'], ['\nx'], ['👩‍👩‍👧‍👦']])(
  'a report in Google Chat with long sections of %j is shortened to 32,000 bytes',
  (character) => {
    const sections = ['昨日', '今日', '困りごと'].map((heading) => ({
      heading,
      text: `${character.repeat(Math.floor(10_000 / character.length) - 1)}.`,
    }))
    const message = {
      ...reportCard({ ...words, author: 'あ'.repeat(100), sections }),
      thread: { threadKey: '2026-10-23' },
    }
    const bytes = Buffer.byteLength(JSON.stringify(message))
    expect(bytes).toBeLessThanOrEqual(32_000)
    expect(bytes).toBeGreaterThan(28_000)
    expect(JSON.stringify(message)).not.toMatch(/\\ud[89a-f]/u)
  },
)
