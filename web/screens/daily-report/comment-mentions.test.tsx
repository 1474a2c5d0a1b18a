import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { member } from '#contract/testing/members.ts'
import { members, open } from '../../testing/daily-report.tsx'
import { report, standInServer } from '../../testing/server.ts'

const filed = report({ id: 'report', user_id: 'toru', comments: 1 })
const namesakes = [member('sales', '早川', '蓮'), member('support', '早川', '蓮')]
const [misaki, , toru] = members

/** Opens the comments of a report in a team with two members of the same name. */
async function commentField() {
  const server = standInServer({ members: [misaki!, toru!, ...namesakes], reports: [filed], comments: [] })
  server.instead = ({ method, path }) => (method === 'POST' && path.endsWith('/comments') ? { status: 204 } : undefined)
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'コメント1件' }))
  return { server, field: await screen.findByRole('textbox', { name: /^コメント/u }) }
}

const sentComment = (server: ReturnType<typeof standInServer>) =>
  waitFor(() => {
    const comment = server.sent.find(({ method, path }) => method === 'POST' && path.endsWith('/comments'))
    expect(comment).toBeTruthy()
    return comment!.body as { body: string; mentions: string[] }
  })

it('a comment offers namesakes with their email addresses, and mentions the picked one', async () => {
  const { server, field } = await commentField()
  await userEvent.type(field, '@早川')
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(
    namesakes.map(({ email }) => expect.stringContaining(email)),
  )
  await userEvent.click(options[1]!)
  await userEvent.type(field, '確認お願いします{Control>}{Enter}{/Control}', { skipClick: true })
  expect(await sentComment(server)).toMatchObject({ body: '@早川 蓮 確認お願いします', mentions: ['support'] })
})

it('the draft of a comment keeps the picked member', async () => {
  const first = await commentField()
  await userEvent.type(first.field, '@早川')
  await userEvent.click((await screen.findAllByRole('option'))[1]!)
  expect(JSON.parse(localStorage.getItem('asakai_comment_draft:misaki:report')!)).toMatchObject({
    body: '@早川 蓮 ',
    picked: [{ id: 'support', name: '早川 蓮' }],
  })
})

it('the caret is after a picked name before the next key arrives', async () => {
  const { field } = await commentField()
  await userEvent.type(field, '@小野')
  await userEvent.click(await screen.findByRole('option'))
  expect(field).toMatchObject({ value: '@小野寺 徹 ', selectionStart: 7, selectionEnd: 7 })
})
