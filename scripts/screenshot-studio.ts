import { resolve } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import type { Member } from '../e2e/members.ts'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { openDatabase } from '../server/db/database.ts'
import { startNewDatabase } from '../server/testing/embedded-database.ts'
import { findBrowser } from './browser.mjs'
import type { Story } from './screenshot-stories.ts'
import { clock, fillTeam } from './screenshot-team.ts'

export type Studio = { browser: Browser; url: string; members: Map<string, Member> }

/** Opens a browser and the product as it was built, with a team in it, until the pictures are taken. */
export async function withStudio(story: Story, take: (studio: Studio) => Promise<void>) {
  const server = await startHere()
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    await take({ browser, url: server.url, members: await fillTeam(server.database, server.url, story) })
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** The product in this process, so that its database can be given the times and the name of the pictures. */
async function startHere() {
  const { connection, folder, stop } = await startNewDatabase('asakai-screenshots-')
  const database = openDatabase(connection, ({ message }) => console.error(message))
  const config = readConfig({ DATA_DIR: folder, SMTP_URL: 'smtp://127.0.0.1:9', LOG_LEVEL: 'silent' })
  const app = await buildApp({ config, database, now: () => clock, webRoot: resolve('dist') })
  return {
    url: await app.listen({ port: 0, host: '127.0.0.1' }),
    database,
    stop: async () => {
      await app.close()
      await database.destroy()
      await stop()
    },
  }
}

/** A session of their own for each picture: one browser's renewal must not end another's. */
export async function renewed(member: Member): Promise<Member> {
  const tokens = (await member.call('POST', '/auth/login', {
    username: member.email,
    password: member.password,
  })) as Member['tokens']
  return { ...member, tokens }
}
