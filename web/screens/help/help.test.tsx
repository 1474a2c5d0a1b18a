import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { languages } from '#contract/languages.ts'
import { eachOnTheDay, openApp } from '../../testing/app.tsx'
import { helpPath, type HelpSection, helpSections } from '../../app/members-paths.ts'

const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const inJapanese = 'Asakaiの使い方'
const inEnglish = 'Using Asakai'

test.each(languages)('the guide in the language %s is shown without a login', async (language) => {
  await openApp('/help', {}, language)
  const name = language === 'ja' ? inJapanese : inEnglish
  const heading = await title(name)
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(document.title).toBe(`${name} - Asakai`)
  expect(screen.getByRole('article').lang).toBe(language === 'ja' ? 'ja' : 'en')
})

test.each(['ja', 'en'] as const)(
  'every link inside the guide in the language %s leads to a section',
  async (language) => {
    await openApp('/help', {}, language)
    const article = await screen.findByRole('article')
    const sections = within(article)
      .getAllByRole('heading', { level: 2 })
      .map(({ id }) => id)
    const links = within(article)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
    expect(links.slice(0, sections.length)).toEqual(sections.map((id) => `#${id}`))
    expect(sections).toEqual(expect.arrayContaining([...helpSections]))
    for (const link of links) expect(sections.map((id) => `#${id}`)).toContain(link)
  },
)

test('a URL with a section scrolls the guide to that section', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  await openApp(helpPath('notifications'))
  const heading = await screen.findByRole('heading', { level: 2, name: '通知' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(scrolled.mock.contexts).toEqual([heading])
})

test('one press switches the guide to the other language, and keeps the focus', async () => {
  const { user } = await openApp('/help', {}, 'de')
  await title(inEnglish)
  await user.click(screen.getByRole('button', { name: '日本語' }))
  await title(inJapanese)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'English' }))
})

eachOnTheDay()

test('the list of shortcuts links to the guide', async () => {
  const { user } = await openApp('/')
  await screen.findByRole('heading', { level: 1 })
  await user.keyboard('?')
  await user.click(within(await screen.findByRole('dialog')).getByRole('link', { name: 'ヘルプ' }))
  await title(inJapanese)
})

/** For each section of the guide, a screen that links to the section, and the title beside the link. */
const offered = {
  'connected-accounts': { path: '/settings?tab=user-info', beside: '外部アカウント' },
  'your-devices-and-data': { path: '/settings?tab=access', beside: '自分のデータ' },
  'your-own-programs': { path: '/settings?tab=access', beside: 'アクセストークン' },
  'your-own-days-and-hours': { path: '/settings?tab=user-info', beside: '日報を書く' },
  notifications: { path: '/settings?tab=notifications', beside: '受け取る通知' },
  'dashboard-and-backlog': { path: '/settings?tab=backlog-settings', beside: '課題の自動同期' },
  'team-and-invitations': { path: '/team', beside: 'チーム' },
} satisfies Record<HelpSection, unknown>

test.each(helpSections)('a title has a link to the help with %s', async (section) => {
  const { path, beside } = offered[section]
  await openApp(path)
  const link = await screen.findByRole('link', { name: `「${beside}」のヘルプ(新しいタブで開きます)` })
  expect(link.getAttribute('href')).toBe(helpPath(section))
  expect(link.parentElement?.textContent).toBe(beside)
})
