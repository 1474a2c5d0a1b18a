import { readFile } from 'node:fs/promises'
import { dateOf } from './members.ts'
import { expect, test } from './test.ts'

test('a month is read, and printed on A4 without the shell', async ({ page, member }) => {
  const today = dateOf()
  await member.report({ report_date: today, yesterday_work: '・設計の見直し\n・レビュー', issues: '環境の準備待ち' })
  await page.goto('/')
  await page.getByRole('link', { name: '月報' }).click()
  await expect(page.getByRole('table', { name: '月の日報' })).toContainText('設計の見直し')
  await page.reload()
  await expect(page.getByRole('table', { name: '月の日報' })).toContainText('環境の準備待ち')

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize({ width: 673, height: 1_000 }) // A4 less its margins
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('button', { name: '印刷' })).toBeHidden()
  await expect(page.getByText(`${member.name} /`)).toBeVisible()
  await expect(page.getByRole('columnheader', { name: '作業内容' })).toBeVisible()
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/gu)
  expect(pages).toHaveLength(1)
  expect(pdf.toString('latin1')).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/u)
})

test('the month goes into a file, harmless to a spreadsheet', async ({ page, member }) => {
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
