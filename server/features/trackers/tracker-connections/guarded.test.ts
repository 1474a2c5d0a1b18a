import type * as dns from 'node:dns/promises'
import { expect, test, vi } from 'vitest'
import { team } from '#server/testing/team.ts'

/** The addresses that the name server returns for each name. The name server does not know other names. */
const names = vi.hoisted(() => new Map<string, string>())
vi.mock('node:dns/promises', async (original) => ({
  ...(await original<typeof dns>()),
  Resolver: class {
    private readonly find = (name: string, isOfKind: (address: string) => boolean) => {
      const address = names.get(name)
      return address !== undefined && isOfKind(address)
        ? Promise.resolve([address])
        : Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))
    }
    resolve4 = (name: string) => this.find(name, (address) => !address.includes(':'))
    resolve6 = (name: string) => this.find(name, (address) => address.includes(':'))
  },
}))

const connect = async (provider: 'backlog' | 'jira', place: string) => {
  const { member } = await team()
  const form =
    provider === 'jira' ? { domain: place, email: 'a@example.com', apiToken: 'k' } : { space: place, apiKey: 'k' }
  const { status, body } = await (await member()).post(`/connections/${provider}`, form)
  return [status, body.message]
}
const refused = (name: string) => [
  400,
  `${name}のこのアドレスには接続できません。公開されたアドレスを入力してください。`,
]
const absent = (name: string) => [400, `${name}でこの名前が見つかりませんでした。つづりを確認してください。`]

test.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '192.168.0.1', '::1', 'fd00::1', '::ffff:127.0.0.1'])(
  'connecting a tracker does not call a host that resolves to %s',
  async (address) => {
    for (const suffix of ['atlassian.net', 'backlog.com', 'backlog.jp']) names.set(`inside.${suffix}`, address)
    expect(await connect('jira', 'inside')).toEqual(refused('Jira'))
    expect(await connect('backlog', 'inside')).toEqual(refused('Backlog'))
    expect(await connect('backlog', 'inside.backlog.jp')).toEqual(refused('Backlog'))
  },
)

test('connecting a tracker reports an unknown host name, not a network failure', async () => {
  expect(await connect('jira', 'nobody')).toEqual(absent('Jira'))
  expect(await connect('backlog', 'nobody')).toEqual(absent('Backlog'))
})

test('connecting Backlog uses the one of two possible domains that exists', async () => {
  names.set('somebody.backlog.jp', '127.0.0.1')
  expect(await connect('backlog', 'somebody')).toEqual(refused('Backlog'))
})
