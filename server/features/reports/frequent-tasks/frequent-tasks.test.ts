import { expect, test } from 'vitest'
import { naughtyStrings } from '#server/testing/fixtures.ts'
import { team } from '#server/testing/team.ts'

const plan = (report_date: string, today_plan: string) => ({ report_date, yesterday_work: '', today_plan, issues: '' })

test('the list of tasks answers 404 until the member stores a first list', async () => {
  const { member } = await team()
  const [{ get, post, put }, colleague] = [await member(), await member('藤井')]
  await colleague.post('/frequent_tasks', { task_list: '見積り' })
  expect(await get('/frequent_tasks')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await get('/frequent_tasks?allow_none=true')).status).toBe(204)
  expect((await put('/frequent_tasks', { task_list: 'レビュー' })).status).toBe(404)

  const created = await post('/frequent_tasks', { task_list: 'レビュー\n問い合わせ対応' })
  expect(created).toMatchObject({
    status: 200,
    body: { id: expect.any(String), task_list: 'レビュー\n問い合わせ対応' },
  })
  expect(await post('/frequent_tasks', { task_list: 'x' })).toMatchObject({
    status: 409,
    body: { code: 'frequent_tasks_exist' },
  })
  const changed = await put('/frequent_tasks', { task_list: '定例の準備' })
  expect(changed).toMatchObject({ status: 200, body: { id: created.body.id, task_list: '定例の準備' } })
  expect((await get('/frequent_tasks')).body).toEqual(changed.body)
  expect((await get('/frequent_tasks?allow_none=true')).body).toEqual(changed.body)
  expect((await colleague.get('/frequent_tasks')).body).toMatchObject({ task_list: '見積り' })
})

test('30 simultaneous requests store only one first list of tasks', async () => {
  const { member } = await team()
  const { post } = await member()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => post('/frequent_tasks', { task_list: `${n}` })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(29)
})

test('a change of the task list is rejected if another device has changed the list', async () => {
  const { member } = await team()
  const { get, post, put } = await member()
  await post('/frequent_tasks', { task_list: 'レビュー' })
  await put('/frequent_tasks', { task_list: '定例', replaces: 'レビュー' })
  const late = { task_list: '見積り', replaces: 'レビュー' }
  expect(await put('/frequent_tasks', late)).toMatchObject({ status: 409, body: { code: 'tasks_changed' } })
  expect((await get('/frequent_tasks')).body.task_list).toBe('定例')
  // The client repeats the save because the response was lost.
  expect((await put('/frequent_tasks', { task_list: '定例', replaces: 'レビュー' })).status).toBe(200)
  // Clients of the previous version do not send `replaces`.
  expect((await put('/frequent_tasks', { task_list: '見積り' })).status).toBe(200)
})

test('only one of 20 simultaneous changes of a list of tasks is accepted', async () => {
  const { member } = await team()
  const { get, post, put } = await member()
  await post('/frequent_tasks', { task_list: 'レビュー' })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => put('/frequent_tasks', { task_list: `${n}`, replaces: 'レビュー' })),
  )
  const accepted = answers.filter(({ status }) => status === 200)
  expect(accepted).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'tasks_changed')).toHaveLength(19)
  expect((await get('/frequent_tasks')).body.task_list).toBe(accepted[0]!.body.task_list)
})

test('storing a list of tasks removes blank lines and keeps other lines unchanged', async () => {
  const { member } = await team()
  const { post, put } = await member()
  const task_list = '\n レビュー \r\n\r\n　定例　\r設計\u2028の続き\n　\n'
  expect((await post('/frequent_tasks', { task_list })).body.task_list).toBe(' レビュー \n　定例　\n設計\u2028の続き')
  expect((await put('/frequent_tasks', { task_list: ' \n' })).body).toMatchObject({ task_list: '', usage: [] })
})

test('the use of a task counts each of my own reports with the task once', async () => {
  const { member } = await team()
  const [me, colleague] = [await member(), await member()]
  await me.post('/daily-reports', plan('2026-10-21', '・レビュー\nレビュー\n設計'))
  await me.post('/daily-reports', plan('2026-10-22', ' - レビュー \r\n* 定例'))
  await me.post('/daily-reports', plan('2026-10-23', 'レビューの準備\n　定例'))
  await colleague.post('/daily-reports', plan('2026-10-23', 'レビュー'))
  const { body } = await me.post('/frequent_tasks', { task_list: 'レビュー\n　- 定例 \n棚卸し' })
  expect(body.usage).toEqual([
    { task: 'レビュー', count: 2 },
    { task: '　- 定例 ', count: 2 },
    { task: '棚卸し', count: 0 },
  ])
})

test('a list of tasks has at most 20,000 characters', async () => {
  const { member } = await team()
  const [me, colleague] = [await member(), await member()]
  expect((await me.post('/frequent_tasks', { task_list: 'x'.repeat(20_001) })).status).toBe(400)
  expect((await me.post('/frequent_tasks', { task_list: 'x'.repeat(20_000) })).status).toBe(200)
  expect((await colleague.get('/frequent_tasks')).status).toBe(404)
})

test('a list of tasks returns hostile text unchanged', async () => {
  const { member } = await team()
  const { post } = await member()
  const texts = naughtyStrings()
    .filter((text) => text.isWellFormed() && !text.includes('\0') && !/[\r\n]/u.test(text))
    .filter((text) => text.trim() !== '' && text.length < 200)
    .filter((_, index) => index % 5 === 0)
  const { body } = await post('/frequent_tasks', { task_list: texts.join('\n') })
  expect(body.task_list.split('\n')).toEqual(texts)
  expect(body.usage.map(({ task }: { task: string }) => task)).toEqual(texts)
})
