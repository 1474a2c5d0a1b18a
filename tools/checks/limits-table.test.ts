import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { readLimits, withLimits } from './limits-table.ts'

const pages = globSync(['*.md', 'docs/**/*.md'])
const read = (page: string) => readFileSync(page, 'utf8')

test('9-constants.md has the limits of contract/limits.ts (write it again: node tools/checks/limits-table.ts)', () => {
  const { text, source } = readLimits()
  expect(text).toContain(`| \`limits.tokenLife\` | ${limits.tokenLife} | `)
  expect(withLimits(text, source)).toBe(text)
})

test('the table of limits cannot be written if a limit’s unit is missing', () => {
  const { text, source } = readLimits()
  const without = source.replace(/^( {2}comment: [\d_]+,).*$/mu, '$1')
  expect(() => withLimits(text, without)).toThrow('contract/limits.ts says no unit for comment')
})

test('every limit that a page of documentation names exists', () => {
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/`limits\.(?!ts`)(\w+)`/gu)].map(([, name]) => ({ page, name: name! })),
  )
  expect(named.length).toBeGreaterThan(Object.keys(limits).length)
  expect(named.filter(({ name }) => !(name in limits))).toEqual([])
})

/** Sentences for people that have a limit as a number. `#` stands for the number. */
const quotes: [keyof typeof limits, string, string][] = [
  ['invitationsAtOnce', 'docs/members/en.md', 'paste up to # addresses'],
  ['invitationsAtOnce', 'docs/members/ja.md', '#件までのアドレス'],
  ['invitationsAtOnce', 'docs/features.md', 'Up to # addresses'],
  ['deletedReports', 'docs/members/en.md', 'submit that day again within # days'],
  ['deletedReports', 'docs/members/ja.md', '#日以内に同じ日'],
  ['deletedReports', 'docs/features.md', 'can be restored for # days'],
  ['importUndo', 'docs/members/en.md', 'For # hours **Undo import**'],
  ['importUndo', 'docs/members/ja.md', '#時間以内'],
  ['importUndo', 'docs/features.md', 'with an undo for # hours'],
  ['mentionWait', 'docs/features.md', 'unread for # minutes'],
  ['tokenCalls', 'docs/members/en.md', 'up to # calls an hour'],
  ['tokenCalls', 'docs/members/ja.md', '#回まで'],
  ['tokenCalls', 'docs/api/authentication.md', 'make # calls in each hour, counted from the full hour'],
  ['tokenLife', 'docs/api/authentication.md', 'at most # days'],
  ['pageSize', 'docs/api/paging.md', '(1 to #, # by default)'],
  ['searchPage', 'docs/api/paging.md', 'fewer than # results'],
  ['webhookDeliveries', 'docs/api/webhooks.md', 'The last # messages'],
]

test.each(quotes)('the number of limits.%s is on the page %s: %s', (name, page, sentence) => {
  expect(read(page)).toContain(sentence.replaceAll('#', limits[name].toLocaleString('en')))
})
