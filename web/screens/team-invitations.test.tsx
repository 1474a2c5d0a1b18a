import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { eachOnTheDay, problem } from '../testing/app.tsx'
import { button, invited, naoki, open, tiiu, toast } from '../testing/team.ts'

eachOnTheDay()

describe('an invitation', () => {
  const resend = 'naoki.uehara@hinode.exampleへの招待を再送'
  const cancel = 'naoki.uehara@hinode.exampleへの招待を取り消す'

  it('is sent again', async () => {
    const { user } = await open({ 'POST /invitations/naoki/resend': { status: 200, body: naoki } }, '?tab=pending')
    await user.click(await button(resend))
    await toast('naoki.uehara@hinode.exampleに招待を再送しました')
  })

  it('is given a new link to copy where no mail is set up', async () => {
    const answer = { status: 200, body: { ...naoki, link: 'https://asakai.example/invitation?token=2' } }
    const { user } = await open({ 'POST /invitations/naoki/resend': answer }, '?tab=pending')
    await user.click(await button(resend))
    await toast('naoki.uehara@hinode.exampleの招待リンクを作り直しました。コピーして渡してください。')
    expect(await button('naoki.uehara@hinode.exampleの招待リンクをコピー')).toBeTruthy()
  })

  it.each([
    [{ status: 500 }, '招待を再送できませんでした'],
    [problem(404, 'not_found', '見つかりませんでした。'), '招待を再送できませんでした。見つかりませんでした。'],
  ])('says that it could not be sent again', async (answer, sentence) => {
    const { user } = await open({ 'POST /invitations/naoki/resend': answer }, '?tab=pending')
    await user.click(await button(resend))
    await toast(sentence)
  })

  it('is cancelled after a question that names its e-mail, and the lists are read again', async () => {
    const confirm = vi.fn(() => true)
    vi.stubGlobal('confirm', confirm)
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
    await toast('naoki.uehara@hinode.exampleへの招待を取り消しました')
    expect(confirm).toHaveBeenCalledWith(expect.stringContaining('naoki.uehara@hinode.example'))
    expect(screen.queryByRole('button', { name: cancel })).toBeNull()
    await waitFor(() => expect(sent.filter(({ call }) => call === 'GET /invitations/').length).toBe(2))
    expect(sent.filter(({ call }) => call === 'GET /users/').length).toBe(2)
  })

  it('stays where the question is declined', async () => {
    vi.stubGlobal('confirm', () => false)
    const { user, sent } = await open({}, '?tab=pending')
    await user.click(await button(cancel))
    expect(sent.some(({ call }) => call.startsWith('DELETE'))).toBe(false)
    expect(await button(cancel)).toBeTruthy()
  })

  it('says that it could not be cancelled', async () => {
    vi.stubGlobal('confirm', () => true)
    const { user } = await open({ 'DELETE /invitations/naoki': { status: 500 } }, '?tab=pending')
    await user.click(await button(cancel))
    await toast('招待を取り消せませんでした')
    expect(await button(cancel)).toBeTruthy()
  })
})
