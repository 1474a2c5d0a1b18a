// Opens a team's export, as CSV and as XLSX, in Debian's LibreOffice, and saves it again. Each cell must equal the
// written text, in Japanese, with quotes and with line breaks, and formula-like text must stay text.
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import readWorkbook from 'read-excel-file/node'
import { exportColumns } from '../contract/export.ts'
import { startServer, stopServer } from '../bench/server.ts'
import { signUp } from '../e2e/members.ts'
import { freePort } from '../server/testing/free-port.ts'
import { conclude, inFolder } from './testing/trial.ts'

const fields = ['yesterday_work', 'today_plan', 'issues'] as const
const reports = [
  ['設計 "案"、検討\n・2行目 😀', '=1+1', '+81-3-1234-5678'],
  ['=HYPERLINK("https://evil.example";"押す")', '@SUM(1;1)', '髙﨑、𠮷野;\t"" ,'],
]
/** Returns a text as the CSV has it: an apostrophe prevents a spreadsheet from reading the text as a formula. */
const inCsv = (text: string) => (/^[=+@]/u.test(text) ? `'${text}` : text)

const commasInUtf8 = '--infilter=CSV:44,34,76,1'

await inFolder('spreadsheets', async (folder) => {
  const port = String(await freePort())
  const server = await startServer({ DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', PORT: port })
  const { tokens } = await signUp({}, server.address)
  const authorization = `Bearer ${tokens.access_token}`
  for (const [index, texts] of reports.entries()) {
    const words = Object.fromEntries(fields.map((field, at) => [field, texts[at]]))
    const answer = await fetch(`${server.address}/api/daily-reports`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ report_date: `2026-10-0${index + 1}`, ...words }),
    })
    if (answer.status !== 201) throw new Error(`A report is refused: ${answer.status}.`)
  }
  /** Returns the reports' texts as LibreOffice reads them. */
  const opened = async (format: 'csv' | 'xlsx', ...options: string[]) => {
    const file = join(folder, `asakai.${format}`)
    const answer = await fetch(`${server.address}/api/export?format=${format}`, { headers: { authorization } })
    await writeFile(file, Buffer.from(await answer.arrayBuffer()))
    const out = join(folder, format)
    convert(folder, [...options, '--convert-to', 'xlsx', '--outdir', out, file])
    const [sheet] = await readWorkbook(await readFile(join(out, 'asakai.xlsx')))
    const [, ...rows] = sheet!.data
    return rows.map((row) => fields.map((field) => row[exportColumns.indexOf(field)]))
  }
  const [csv, xlsx] = [await opened('csv', commasInUtf8), await opened('xlsx')]
  await stopServer(server)
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  conclude(`${csv.flat().length + xlsx.flat().length} cells as they were written`, {
    'LibreOffice opens the CSV as what was written, and runs none of it': same(
      csv,
      reports.map((texts) => texts.map(inCsv)),
    ),
    'LibreOffice opens the XLSX as what was written, and runs none of it': same(xlsx, reports),
  })
})

/** Runs LibreOffice with a profile of its own, in the folder. */
function convert(folder: string, options: string[]): void {
  try {
    execFileSync('soffice', [`-env:UserInstallation=file://${folder}/settings`, '--headless', ...options], {
      stdio: 'pipe',
    })
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
    throw new Error('LibreOffice is missing: apt-get install libreoffice-calc', { cause: error })
  }
}
