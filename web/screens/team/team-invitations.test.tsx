import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { deployment } from '#contract/testing/deployment.ts'
import { eachOnTheDay, problem } from '../../testing/app.tsx'
import { button, invited, naoki, open, tiiu, toast } from '../../testing/team.ts'

eachOnTheDay()

const withoutMail = deployment({ mail: false, channels: [] })

describe('an invitation', () => {
  const resend = 'naoki.uehara@hinode.exampleへの招待を再送'
  const cancel = 'naoki.uehara@hinode.exampleへの招待を取り消す'

  it('an invitation can be sent again', async () => {
    const { user } = await open({ 'POST /invitations/naoki/resend': { status: 200, body: naoki } }, '?tab=pending')
    await user.click(await button(resend))
    await toast('naoki.uehara@hinode.exampleに招待を再送しました')
  })

  it('a new link of an invitation can be copied if no mail is set up', async () => {
    const answer = { status: 200, body: { ...naoki, link: 'https://asakai.example/invitation?token=2' } }
    const { user } = await open({ 'POST /invitations/naoki/resend': answer }, '?tab=pending')
    await user.click(await button(resend))
    await toast('naoki.uehara@hinode.exampleの招待リンクを作り直しました。コピーして渡してください。')
    expect(await button('naoki.uehara@hinode.exampleの招待リンクをコピー')).toBeTruthy()
  })

  it.each(['localhost:3000', '127.0.0.1', 'asakai.localhost', '[::1]:3000'])(
    'the page says that nobody else can open an invitation link to %s',
    async (host) => {
      const answer = { status: 200, body: { ...naoki, link: `http://${host}/invitation?token=2` } }
      const { user } = await open({ 'POST /invitations/naoki/resend': answer }, '?tab=pending')
      await user.click(await button(resend))
      expect(await screen.findByText(/サーバーと同じコンピューターでしか開けません/u)).toBeTruthy()
    },
  )

  it('a note says that the earlier invitation link works until there is a new one', async () => {
    const answer = { status: 200, body: { ...naoki, link: 'https://asakai.example/invitation?token=2' } }
    const { user, sent } = await open(
      { 'GET /deployment': { status: 200, body: withoutMail }, 'POST /invitations/naoki/resend': answer },
      '?tab=pending',
    )
    const sentence = '以前のリンクは引き続き使えますが、もう一度表示することはできません。'
    expect(await screen.findAllByText(sentence)).toHaveLength(1) // not for the other invitation, which has expired
    await user.click(await button('naoki.uehara@hinode.exampleの新しいリンク'))
    const question = within(await screen.findByRole('dialog', { name: /新しいリンクを作りますか/u }))
    expect(question.getByText('前のリンクは使えなくなります。')).toBeTruthy()
    expect(sent.some(({ call }) => call.endsWith('/resend'))).toBe(false)
    await user.click(question.getByRole('button', { name: '新しいリンクを作る' }))
    await toast('naoki.uehara@hinode.exampleの招待リンクを作り直しました。コピーして渡してください。')
    expect(screen.queryByText(sentence)).toBeNull()
  })

  it.each([
    [{ status: 500 }, '招待を再送できませんでした'],
    [problem(404, 'not_found', '見つかりませんでした。'), '招待を再送できませんでした。見つかりませんでした。'],
  ])('a message says that an invitation could not be sent again', async (answer, sentence) => {
    const { user } = await open({ 'POST /invitations/naoki/resend': answer }, '?tab=pending')
    await user.click(await button(resend))
    await toast(sentence)
  })

  it('an invitation is cancelled after a question with its email', async () => {
    let left = [naoki, tiiu]
    const { user, sent } = await open(
      {
        'GET /invitations/': () => invited(...left),
        'DELETE /invitations/naoki': () => {
          left = [tiiu]
          return { status: 204 }
        },
      },
      '?tab=pending',
    )
    await user.click(await button(cancel))
    const question = within(screen.getByRole('dialog', { name: 'naoki.uehara@hinode.exampleへの招待を取り消しますか' }))
    await user.click(question.getByRole('button', { name: '招待を取り消す' }))
    await toast('naoki.uehara@hinode.exampleへの招待を取り消しました')
    expect(screen.queryByRole('button', { name: cancel })).toBeNull()
    await waitFor(() => expect(sent.filter(({ call }) => call === 'GET /invitations/').length).toBe(2))
    expect(sent.filter(({ call }) => call === 'GET /users/').length).toBe(2)
  })

  it('an invitation stays if its cancellation is not confirmed', async () => {
    const { user, sent } = await open({}, '?tab=pending')
    await user.click(await button(cancel))
    await user.click(screen.getByRole('button', { name: 'キャンセル' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent.some(({ call }) => call.startsWith('DELETE'))).toBe(false)
    expect(await button(cancel)).toBeTruthy()
  })

  it('a message says that an invitation could not be cancelled', async () => {
    const broken = { code: 'internal', message: '…', request_id: '3f9a0c7be412' }
    const { user } = await open({ 'DELETE /invitations/naoki': { status: 500, body: broken } }, '?tab=pending')
    await user.click(await button(cancel))
    const question = within(screen.getByRole('dialog'))
    await user.click(question.getByRole('button', { name: '招待を取り消す' }))
    expect((await question.findByRole('alert')).textContent).toContain('招待を取り消せませんでした')
    expect(question.getByText('お問い合わせ番号').textContent).toBe('お問い合わせ番号 3f9a0c7be412')
  })
})
