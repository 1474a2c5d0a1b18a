import { expect, test } from 'vitest'
import { type Member, team } from '#server/testing/team.ts'

const date = '2026-11-20'
const now = new Date('2026-11-20T03:00:00Z')
const report = { report_date: date, yesterday_work: 'design', today_plan: 'release', issues: '' }

type Editor = {
  code: string
  /** Creates something editable and returns its path and its texts. */
  prepare: (member: Member) => Promise<{ path: string; words: Record<string, unknown> }>
  method: 'put' | 'patch'
  /** The text field that two devices change. */
  field: string
  read: (member: Member, path: string) => Promise<Record<string, unknown>>
}

const profileOf = ({ first_name, family_name, preferred_name, email }: Record<string, unknown>) => ({
  first_name,
  family_name,
  preferred_name,
  email,
})

const editors: Record<string, Editor> = {
  report: {
    code: 'report_changed',
    method: 'put',
    field: 'today_plan',
    prepare: async (member) => ({
      path: `/daily-reports/${(await member.post('/daily-reports', report)).body.id}`,
      words: report,
    }),
    read: async (member) => (await member.get(`/daily-reports?report_date=${date}`)).body.reports[0],
  },
  insight: {
    code: 'changed_elsewhere',
    method: 'put',
    field: 'note',
    prepare: async (member) => {
      const words = { type: 'keep', note: 'pairs' }
      return { path: `/insights/${(await member.post('/insights/', words)).body.id}`, words }
    },
    read: async (member) => (await member.get('/insights/')).body.insights[0],
  },
  comment: {
    code: 'changed_elsewhere',
    method: 'put',
    field: 'body',
    prepare: async (member) => {
      const { id } = (await member.post('/daily-reports', report)).body
      const { body } = await member.post(`/daily-reports/${id}/comments`, { body: 'well done' })
      return { path: `/comments/${body.id}`, words: { body: 'well done' } }
    },
    read: async (member) => {
      const day = await member.get(`/daily-reports?report_date=${date}`)
      return (await member.get(`/daily-reports/${day.body.reports[0].id}/comments`)).body.comments[0]
    },
  },
  profile: {
    code: 'changed_elsewhere',
    method: 'patch',
    field: 'preferred_name',
    prepare: async (member) => ({
      path: '/users/me/profile',
      words: profileOf((await member.get('/users/me')).body),
    }),
    read: async (member) => (await member.get('/users/me')).body,
  },
  'profile with settings': {
    code: 'changed_elsewhere',
    method: 'put',
    field: 'preferred_name',
    prepare: async (member) => ({ path: '/users/me', words: profileOf((await member.get('/users/me')).body) }),
    read: async (member) => (await member.get('/users/me')).body,
  },
  team: {
    code: 'changed_elsewhere',
    method: 'patch',
    field: 'name',
    prepare: async (member) => ({
      path: '/teams/me',
      words: { name: (await member.get('/users/me')).body.team.name },
    }),
    read: async (member) => (await member.get('/users/me')).body.team,
  },
}

const entries = Object.entries(editors)

async function opened({ prepare, method, field, read }: Editor) {
  const { member } = await team({ now })
  const author = await member('早川')
  const { path, words } = await prepare(author)
  const save = (text: string, before?: unknown) =>
    author[method](path, { ...words, [field]: text, ...(before !== undefined && { before }) })
  return { words, save, textNow: async () => (await read(author, path))[field] }
}

test.each(entries)('an edit does not replace a %s that changed after the edit began', async (_, editor) => {
  const { words, save, textNow } = await opened(editor)
  expect((await save('of the telephone')).status).toBe(200)

  const refused = await save('of the browser', words)

  expect(refused).toMatchObject({ status: 409, body: { code: editor.code } })
  expect(await textNow()).toBe('of the telephone')
})

test.each(entries)('an edit replaces a %s that is unchanged since the edit began', async (_, editor) => {
  const { words, save, textNow } = await opened(editor)
  expect((await save('of the browser', words)).status).toBe(200)
  expect((await save('and more', { ...words, [editor.field]: 'of the browser' })).status).toBe(200)
  expect(await textNow()).toBe('and more')
})

test.each(entries)(
  'a repeated change of a %s is accepted, because the first response may be lost',
  async (_, editor) => {
    const { words, save, textNow } = await opened(editor)
    await save('of the browser', words)
    expect((await save('of the browser', words)).status).toBe(200)
    expect(await textNow()).toBe('of the browser')
  },
)

test.each(entries)('only one of two concurrent changes of a %s is stored', async (_, editor) => {
  const { words, save, textNow } = await opened(editor)
  const answers = await Promise.all(['one', 'other'].map((text) => save(text, words)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(await textNow()).toBe(answers[0]!.status === 200 ? 'one' : 'other')
})

test.each(entries)('an edit replaces a %s if the client does not send the original', async (_, editor) => {
  const { save, textNow } = await opened(editor)
  await save('of the telephone')
  expect((await save('of an older client')).status).toBe(200)
  expect(await textNow()).toBe('of an older client')
})
