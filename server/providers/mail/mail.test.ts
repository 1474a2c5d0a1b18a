import { expect, test } from 'vitest'
import { afterwards } from '#server/testing/afterwards.ts'
import { openMailbox } from '#server/testing/mailbox.ts'
import { openMail } from './mail.ts'

test('many emails of one team neither stop nor delay the emails of other teams', async () => {
  const { url, mails } = await openMailbox()
  const failed: string[] = []
  const logEvent = (event: string) => void failed.push(event)
  const mail = await openMail({ url, from: 'asakai@example.com' }, { logEvent, count: () => {} })
  afterwards(mail.close)
  const noticeOf = (team: string) => ({ kind: 'administratorNamed', team, isProven: true, language: 'en' }) as const
  const send = (to: string, team?: string) =>
    mail.send({ to, subject: to, text: to, ...(team && { notice: noticeOf(team) }) })
  for (let count = 0; count < 1_200; count += 1) send(`noise-${count}@example.com`, 'noisy')
  send('owner@example.com', 'other')
  send('reset@example.com')
  const positionsOf = (readers: string[]) => readers.map((reader) => mails.findIndex(({ to }) => to === reader))
  const positions = () => positionsOf(['owner@example.com', 'reset@example.com'])
  await expect.poll(positions).not.toContain(-1)
  expect(Math.max(...positions())).toBeLessThan(20)
  expect(failed).toHaveLength(1_200 - 5 - 200) // five are under way, and 200 wait
})
