import type { Locator, Page } from '@playwright/test'
import { providers, webhookProviders } from '#contract/providers.ts'

const trackers = /課題管理ツールに接続/u
const chats = /チャットに接続/u
const profiles = /ほかのアカウントに接続/u
const lines: Record<string, RegExp> = {
  Slack: /^Slackに接続/u,
  GitHub: trackers,
  Backlog: trackers,
  Jira: trackers,
  ...Object.fromEntries(webhookProviders.map((id) => [providers[id].name, chats])),
  Microsoft: profiles,
  Apple: profiles,
}

/** Returns the line of the settings that connects services of this kind. */
export const lineOf = (page: Page, service: string): Locator =>
  page.getByRole('button', { name: lines[service] ?? /^ログイン方法を追加/u })

/** Starts connecting a service. Slack's line has no list. */
export async function chooseService(page: Page, service: string) {
  await lineOf(page, service).click()
  if (service !== 'Slack') await page.getByRole('option', { name: service }).click()
}
