import type { Me } from '#contract/users.ts'
import { editors } from './nothing-lost-editors.ts'
import { waitForAnswer } from './nothing-lost-steps.ts'
import { expect, test } from './test.ts'

// Another device saves other words while a member writes here, and this page receives no event (E2.07).

const words = '残る言葉'

for (const editor of editors.filter(({ name }) => ['report', 'insight', 'comment'].includes(name)))
  test(`the editor offers both texts if another device has saved the ${editor.name}`, async ({ page, member }) => {
    const address = await editor.prepare(member)
    await page.route('**/api/events*', (route) => route.abort())
    const thing = await editor.change(page, member, address)
    await editor.field(page).fill(words)
    await thing.replace()
    const [theirs] = await thing.texts()
    const refused = page.waitForResponse((response) => response.status() === 409)

    await editor.send(page)

    await refused
    const keep = page.getByRole('button', { name: 'この内容を残す' })
    await expect(keep).toBeVisible()
    await expect(editor.field(page)).toHaveValue(words)
    expect(await thing.texts()).toEqual([theirs])

    await keep.click()
    await expect(keep).toBeHidden()
    await editor.send(page)
    await expect.poll(thing.texts).toEqual([words])
  })

for (const editor of editors.filter(({ name }) => ['insight', 'comment'].includes(name)))
  test(`saving a ${editor.name} that another device has changed needs the member’s choice`, async ({
    page,
    member,
  }) => {
    const address = await editor.prepare(member)
    const thing = await editor.change(page, member, address)
    await editor.field(page).fill(words)
    await thing.replace()
    const [theirs] = await thing.texts()
    const keep = page.getByRole('button', { name: 'この内容を残す' })
    await expect(keep).toBeVisible()
    const refused = page.waitForResponse((response) => response.status() === 409)

    await editor.send(page)

    await refused
    expect(await thing.texts()).toEqual([theirs])
    await waitForAnswer({ editor, page })
    await keep.click()
    await editor.send(page)
    await expect.poll(thing.texts).toEqual([words])
  })

test('a member can open the current text of a report that another device has saved', async ({ page, member }) => {
  const editor = editors.find(({ name }) => name === 'report')!
  await page.route('**/api/events*', (route) => route.abort())
  const thing = await editor.change(page, member, await editor.prepare(member))
  await editor.field(page).fill(words)
  await thing.replace()
  await editor.send(page)
  await page.getByRole('button', { name: '別の場所の内容にする' }).click()
  await expect(editor.field(page)).toHaveValue('別の端末の予定')
})

test('the report form says at once that another device has saved the report', async ({ page, member }) => {
  const editor = editors.find(({ name }) => name === 'report')!
  const thing = await editor.change(page, member, await editor.prepare(member))
  await editor.field(page).fill(words)
  await thing.replace()
  await expect(page.getByRole('button', { name: 'この内容を残す' })).toBeVisible()
  await expect(editor.field(page)).toHaveValue(words)
})

test('the profile form keeps both texts if another device has saved the profile', async ({ page, member }) => {
  const me = async () => (await member.call('GET', '/users/me')) as Me
  await page.route('**/api/events*', (route) => route.abort())
  await page.goto('/settings')
  await page.getByRole('button', { name: 'プロフィールを編集' }).click()
  await page.getByLabel('表示名').fill(words)
  const { first_name, family_name, email } = await me()
  await member.call('PATCH', '/users/me/profile', { first_name, family_name, email, preferred_name: '別の端末' })
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('button', { name: 'この内容を残す' })).toBeVisible()
  await expect(page.getByLabel('表示名')).toHaveValue(words)
  expect((await me()).preferred_name).toBe('別の端末')
})

test('the team’s form keeps both names if another device has renamed the team', async ({ page, member }) => {
  const name = async () => ((await member.call('GET', '/users/me')) as Me).team.name
  await page.route('**/api/events*', (route) => route.abort())
  await page.goto('/team?tab=settings')
  await page.getByLabel('チーム名').fill(words)
  await member.call('PATCH', '/teams/me', { name: '別の端末' })
  await page.getByLabel('チーム名').press('Enter')
  await expect(page.getByRole('button', { name: 'この内容を残す' })).toBeVisible()
  await expect(page.getByLabel('チーム名')).toHaveValue(words)
  expect(await name()).toBe('別の端末')
})
