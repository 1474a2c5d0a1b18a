import { readFile } from 'node:fs/promises'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { hostileInput, naughtyStrings } from '#server/testing/fixtures.ts'
import { toCsv, toMarkdown } from '../web/features/monthly-report/exports.ts'
import { dateOf } from './members.ts'
import { inflateStreams } from './pdf.ts'
import { expect, test } from './test.ts'

/**
 * Returns the characters by which a PDF can be searched, from the character maps of its fonts (PDF 32000, 9.10.3).
 *
 * - A line of a map has a glyph and its character, or the first and the last glyph of a range and the first character.
 * - The number of a glyph has two bytes, or one byte in a Type 3 font (9.6.5). Noto Sans CJK becomes such a font.
 * - Only Latin characters can be tested, because some machines have no font for others.
 */
function searchableCharacters(pdf: Buffer): string {
  const tables = inflateStreams(pdf)
    .filter((stream) => stream.includes('beginbf'))
    .join('\n')
  const rows = tables.matchAll(/^<([\dA-F]{2,4})>\s*(?:<([\dA-F]{2,4})>\s*)?<([\dA-F]{4})>\s*$/gimu)
  return Array.from(rows, ([, ...codes]) => codes.map((code) => Number.parseInt(code ?? '', 16)))
    .flatMap(([first, last, character]) =>
      Array.from({ length: (last || first!) - first! + 1 }, (_, index) => character! + index),
    )
    .map((code) => String.fromCodePoint(code))
    .join('')
}

test('the month prints on A4 without navigation and buttons', async ({ page, member }) => {
  const today = dateOf()
  await member.report({ report_date: today, yesterday_work: '・設計の見直し\n・Review', issues: '環境の準備待ち' })
  await page.goto('/')
  await page.getByRole('link', { name: '月報' }).click()
  await expect(page.getByRole('table', { name: 'この月の日報' })).toContainText('設計の見直し')
  await page.reload()
  await expect(page.getByRole('table', { name: 'この月の日報' })).toContainText('環境の準備待ち')

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize({ width: 673, height: 1_000 }) // A4 minus its margins
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('button', { name: '印刷' })).toBeHidden()
  await expect(page.getByText(`${member.name} /`)).toBeVisible()
  await expect(page.getByRole('columnheader', { name: '作業内容' })).toBeVisible()
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/gu)
  expect(pages).toHaveLength(1)
  const characters = searchableCharacters(pdf)
  for (const character of 'Review') expect(characters).toContain(character)
  expect(pdf.toString('latin1')).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/u)
})

test('the exported month contains no formula that a spreadsheet would run', async ({ page, member }) => {
  await member.report({ yesterday_work: '=HYPERLINK("https://evil.example")' })
  await page.goto('/?page=monthly-report')
  const fileOf = async (kind: string) => {
    await page.getByRole('button', { name: '書き出す' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: kind }).click()
    const file = await download
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  const month = dateOf().slice(0, 7)
  const csv = await fileOf('CSV')
  expect(csv.name).toBe(`asakai-${month}.csv`)
  expect(csv.text).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  const markdown = await fileOf('Markdown')
  expect(markdown.name).toBe(`asakai-${month}.md`)
  expect(markdown.text).toContain('の月報\n\n## ')
})

test.describe('hostile words', () => {
  const hostile = ['xss.txt', 'markdown-xss.txt']
    .flatMap((name) => hostileInput(name).split('\n'))
    .concat(naughtyStrings())
  const entry = (words: string) => ({
    report_date: '2026-10-23',
    yesterday_work: words,
    issues: words,
    report_time: 'morning' as const,
    added_later: false,
    blockers: [],
  })

  test('hostile words in an exported CSV file never become a formula, and stay in their cell', () => {
    for (const words of hostile) {
      const csv = toCsv(['a', 'b', 'c'], [entry(words)], 'd')
      const record = csv.slice(csv.indexOf('\r\n') + 2)
      const cells = /^"2026-10-23","((?:[^"]|"")*)","((?:[^"]|"")*)"\r\n$/u.exec(record)
      expect(cells, words).not.toBeNull()
      for (const cell of cells!.slice(1)) expect(cell).not.toMatch(/^[\s=+\-@＝＋－＠]/u)
    }
  })

  test('hostile words in exported Markdown become plain text or web links', () => {
    type Node = { type: string; url?: string; children?: Node[] }
    const allOf = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(allOf)]
    const shape = ['root', 'heading', 'text', 'list', 'listItem', 'paragraph', 'link']
    // Code and bold come from the report itself (E2.05).
    const harmless = new Set([...shape, 'strong', 'inlineCode'])
    const parts = { day: (date: string) => date, headings: { issues: '課題' }, addedLater: '後日追加' }
    const nodes = hostile.flatMap((words) => allOf(fromMarkdown(toMarkdown('月報', [entry(words)], parts))))
    expect(nodes.filter(({ type }) => !harmless.has(type))).toEqual([])
    expect(nodes.filter(({ type, url }) => type === 'link' && !/^https?:/u.test(url ?? ''))).toEqual([])
  })
})
