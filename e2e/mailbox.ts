import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'
import { startSmtp } from '#server/testing/smtp.ts'

type Mail = { to: string; subject: string; text: string }

/**
 * Starts a real SMTP server in the process that starts the test run. The server writes each email to a file, which the
 * processes of the tests read.
 */
export async function receiveMails() {
  const folder = await mkdtemp(join(tmpdir(), 'asakai-emails-'))
  await chmod(folder, 0o700)
  let count = 0
  const keep = async (to: string, message: Buffer) => {
    const { subject, text } = await PostalMime.parse(message)
    const name = String(count++).padStart(6, '0')
    await writeFile(join(folder, name), JSON.stringify({ to, subject, text }))
    // a rename is atomic, so readers never see half a file
    await rename(join(folder, name), join(folder, `${name}.json`))
  }
  const { url, close } = await startSmtp(async (to, message) => {
    await Promise.all(to.map((address) => keep(address, message)))
  })
  return {
    url,
    folder,
    close: async () => {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Waits for an email to this address with a matching subject, and returns the newest. */
export async function mailTo(address: string, subject = /./u): Promise<Mail> {
  const find = async () => (await mails()).findLast((each) => each.to === address && subject.test(each.subject))
  await expect.poll(find, { message: `an email to ${address} about ${subject}` }).toBeDefined()
  return (await find())!
}

export function linkIn({ text }: Mail): string {
  return /https?:\/\/\S+/u.exec(text)![0]
}

async function mails(): Promise<Mail[]> {
  const folder = process.env['ASAKAI_LETTERS']! // set by the global setup
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.map((text) => JSON.parse(text) as Mail)
}
