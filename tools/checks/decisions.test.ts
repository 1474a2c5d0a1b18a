import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { brokenIndex } from './decisions.ts'

const decisions = globSync('docs/decisions/[0-9]*.md')
  .sort()
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    const [, number, title] = /^# (\d+)\. (.+)$/mu.exec(text)!
    const file = basename(path)
    const head = text.split(/^(?:## |\| |- \*\*)/mu)[0]!
    const status = /^Status: .*(?:\n.+)*/mu.exec(text)?.[0] ?? ''
    return { file, number: number!, title: title!, head, status }
  })
const rows = readFileSync('docs/decisions/README.md', 'utf8').match(/^\| \[.*$/gmu)!

test('the index of decisions lists each decision once, in the order of numbers', () => {
  expect(rows.map((row) => row.split(' | ')[0])).toEqual(decisions.map(({ file, number }) => `| [${number}](${file})`))
})

test('the check finds a decision that the index lacks or names differently', () => {
  const page = ['docs/decisions/0007-toasts.md', '# 7. Toasts\n'] as const
  const missing = ["docs/decisions/README.md has no row '| [7](0007-toasts.md) | Toasts | accepted |'"]
  const broken = (row: string) => brokenIndex(new Map([page, ['docs/decisions/README.md', `\n${row}\n`]]))
  expect(broken('| [7](0007-toasts.md) | Toasts | superseded by 8 |')).toEqual([])
  expect(broken('| [7](0007-toasts.md) | Messages | accepted |')).toEqual(missing)
  expect(brokenIndex(new Map([page]))).toEqual(missing)
})

test.each(decisions)(
  'decision $number has its number in its file name and a status in its text',
  ({ file, number, status }) => {
    expect(file.slice(0, 4)).toBe(number.padStart(4, '0'))
    expect(status).toMatch(/^Status: (?:accepted|superseded)/u)
  },
)

/** The pairs [newer, older] of the statuses that say `supersedes`. */
const pairs = decisions.flatMap(({ file, status }) => {
  const said = status.split(/(?<=[;.])\s|\n| and (?=widens)/u).filter((part) => /\bsupersedes\b/iu.test(part))
  return said.flatMap((part) => [...part.matchAll(/\((\d{4}-[\w-]+\.md)\)/gu)].map(([, older]) => [file, older!]))
})

test.each(pairs)(
  'decision %s supersedes %s: the older decision’s text and its row in the index say so',
  (newer, older) => {
    expect(pairs.length).toBeGreaterThan(8)
    expect(decisions.find(({ file }) => file === older)!.head).toContain(`(${newer})`)
    expect(rows.find((row) => row.includes(`(${older})`))).toMatch(/\| superseded/u)
  },
)
