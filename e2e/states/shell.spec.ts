import type { Page } from '@playwright/test'
import { me, testStates } from '../states.ts'

const openDrawer = (page: Page) => page.getByRole('button', { name: 'メニューを開く' }).click()
const openMenu = (page: Page) => page.getByRole('button', { name: `${me.family_name} ${me.first_name}` }).click()

testStates('shell', '/', {
  drawer: { width: 390, open: openDrawer, shows: (page) => page.getByRole('dialog').getByRole('grid') },
  'menu of a member': { width: 1_440, open: openMenu, shows: (page) => page.getByRole('menuitem') },
  'menu of a member in the drawer': {
    width: 390,
    open: async (page) => {
      await openDrawer(page)
      await openMenu(page)
    },
    shows: (page) => page.getByRole('menuitem'),
  },
  'unsent words at a log-out': {
    open: async (page) => {
      await page.evaluate((key) => localStorage.setItem(key, '設計'), `asakai_tasks:${me.id}`)
      await openMenu(page)
      await page.getByRole('menuitem', { name: 'ログアウト' }).click()
    },
    shows: (page) => page.getByRole('button', { name: '残してログアウト' }),
  },
  shortcuts: {
    open: async (page) => {
      await page.getByRole('button', { name: '日報を書く' }).first().waitFor()
      await page.keyboard.press('?')
    },
    shows: (page) => page.getByRole('dialog', { name: 'ショートカット' }),
  },
})
