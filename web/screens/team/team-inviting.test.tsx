import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { deployment } from '#contract/testing/deployment.ts'
import { openEditors } from '../../storage/drafts/open-editors.ts'
import { hasUnsentText } from '../../storage/unsent-text.ts'
import { type Answer, type Answers, eachOnTheDay, problem, tokenFor } from '../../testing/app.tsx'
import { button, invited, naoki, open, toast } from '../../testing/team.ts'

eachOnTheDay()

it('half-typed addresses are stored as unsent text, and an empty field stores nothing', async () => {
  localStorage.setItem('daily_standup_token', tokenFor(3_600, 'token', 'misaki'))
  const { user } = await open({})
  await user.click(await button('メンバーを招待'))
  const email = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '招待するメールアドレス' })
  await user.type(email, 'chihiro')
  expect(openEditors()).toContain('asakai_form')
  expect(hasUnsentText('misaki')).toBe(true)
  await user.clear(email)
  expect(openEditors()).toEqual([])
  expect(hasUnsentText('misaki')).toBe(false)
})

describe('inviting', () => {
  const start = async (answer?: Answers[string]) => {
    const opened = await open(answer ? { 'POST /invitations/': answer } : {})
    await opened.user.click(await button('メンバーを招待'))
    const email = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '招待するメールアドレス' })
    return { ...opened, email, posted: () => opened.sent.filter(({ call }) => call === 'POST /invitations/') }
  }

  it('the form of an invitation sends the trimmed email with the role, and closes', async () => {
    const { user, email, posted } = await start({ status: 201, body: { ...naoki, id: 'new' } })
    await user.type(email, ' chihiro@hinode.example ')
    await user.selectOptions(screen.getByRole('combobox', { name: '役割' }), 'QAエンジニア')
    await user.click(await button('招待を送る'))
    await toast('chihiro@hinode.exampleに招待を送りました')
    expect(posted()[0]!.body).toEqual({ email: 'chihiro@hinode.example', role: 'qa-engineer' })
    expect(screen.queryByRole('textbox', { name: '招待するメールアドレス' })).toBeNull()
    expect(screen.getByRole('tab', { name: /招待中/u }).getAttribute('aria-selected')).toBe('true')
  })

  it.each([
    ['   ', 'メールアドレスを入力してください'],
    ...['chihiro', 'chi hiro@hinode.example', 'chihiro　@hinode.example'].map((typed) => [
      typed,
      '有効なメールアドレスを入力してください',
    ]),
  ])('the address 「%s」 is not invited, and its field shows an error', async (typed, sentence) => {
    const { user, email, posted } = await start()
    await user.type(email, typed)
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(email)
    expect(posted()).toEqual([])
    await user.type(email, 'x')
    expect(email.getAttribute('aria-invalid')).toBeNull()
  })

  it('the form of an invitation stays open during the request', async () => {
    let answer: (answer: Answer) => void = () => {}
    const { user, email } = await start(() => new Promise<Answer>((resolve) => (answer = resolve)))
    await user.type(email, 'chihiro@hinode.example')
    await user.click(await button('招待を送る'))
    await user.click(await button('メンバーを招待'))
    expect(email.isConnected).toBe(true)
    answer({ status: 201, body: { ...naoki, id: 'new', link: 'https://asakai.example/invitation?token=x' } })
    expect(await button('chihiro@hinode.exampleの招待リンクをコピー')).toBeTruthy()
    expect(email.value).toBe('')
  })

  it('the form of an invitation offers five roles', async () => {
    await start()
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'メンバー',
      '開発者',
      'デザイナー',
      'プロジェクトマネージャー',
      'QAエンジニア',
    ])
  })

  it('the form of an invitation disables its fields during the request', async () => {
    let answer: (given: Answer) => void = () => undefined
    const { user, sent } = await open({
      'POST /invitations/': () => new Promise<Answer>((resolve) => (answer = resolve)),
    })
    await user.click(await button('メンバーを招待'))
    const email = await screen.findByRole<HTMLTextAreaElement>('textbox')
    await user.type(email, 'chihiro@hinode.example{Control>}{Enter}{/Control}')
    await waitFor(() => expect(email.disabled).toBe(true))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /送信中/u }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    expect(screen.getByRole<HTMLSelectElement>('combobox').disabled).toBe(true)
    answer({ status: 201 })
    await toast('chihiro@hinode.exampleに招待を送りました')
    expect(sent.filter(({ call }) => call === 'POST /invitations/').length).toBe(1)
  })

  it('the form of an invitation keeps the typed text if sending fails', async () => {
    const { user, email } = await start(
      problem(409, 'email_taken', 'この人はすでにメンバーです。', [{ field: 'email', message: 'すでにメンバーです' }]),
    )
    await user.type(email, 'ren@hinode.example{Control>}{Enter}{/Control}')
    expect(await screen.findByText('すでにメンバーです')).toBeTruthy()
    expect(email.value).toBe('ren@hinode.example')
    await waitFor(() => expect(document.activeElement).toBe(email))
  })

  it('the form of an invitation shows a general error if the server does not respond', async () => {
    const { user, email } = await start({ status: 500 })
    await user.type(email, 'ren@hinode.example{Control>}{Enter}{/Control}')
    expect((await screen.findByText('招待を送れませんでした')).closest('form [role=alert]')).toBeTruthy()
  })

  it('the form of an invitation keeps the typed text after it was closed', async () => {
    const { user, email } = await start()
    await user.type(email, 'chihiro@')
    await user.click(await button('メンバーを招待'))
    expect(screen.queryByRole('textbox')).toBeNull()
    await user.click(await button('メンバーを招待'))
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('chihiro@')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(document.activeElement).toBe(await button('メンバーを招待'))
  })

  it('an invitation link can be copied if no mail was sent', async () => {
    const fresh = {
      ...naoki,
      id: 'new',
      email: 'chihiro@hinode.example',
      link: 'https://asakai.example/invitation?token=1',
    }
    let created = false
    const { user } = await open({
      'GET /invitations/': () => (created ? invited({ ...fresh, link: undefined }) : invited()),
      'POST /invitations/': () => {
        created = true
        return { status: 201, body: fresh }
      },
    })
    await user.click(await button('メンバーを招待'))
    await user.type(await screen.findByRole('textbox'), 'chihiro@hinode.example{Control>}{Enter}{/Control}')
    await toast('chihiro@hinode.exampleの招待を作成しました。リンクをコピーして渡してください。')
    await user.click(await button('chihiro@hinode.exampleの招待リンクをコピー'))
    await toast('リンクをコピーしました')
    expect(await navigator.clipboard.readText()).toBe(fresh.link)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    await user.click(await button('chihiro@hinode.exampleの招待リンクをコピー'))
    await toast('コピーできませんでした。選択してあるので、手動でコピーしてください。')
    const shown = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'chihiro@hinode.exampleの招待リンク' })
    expect(shown.value).toBe(fresh.link)
    expect(shown.selectionEnd).toBe(fresh.link.length)
    expect(JSON.stringify(localStorage)).not.toContain('token=1')
  })

  it('invitations without mail are links, with a button to copy each and all of them', async () => {
    const { user } = await open({
      'GET /deployment': { status: 200, body: deployment({ mail: false, channels: [] }) },
      'POST /invitations/': ({ body }) => {
        const { email } = body as { email: string }
        return { status: 201, body: { ...naoki, id: email, email, link: `https://asakai.example/i?token=${email[0]}` } }
      },
    })
    await user.click(await button('メンバーを招待'))
    await user.type(await screen.findByRole('textbox'), 'a@hinode.example b@hinode.example')
    await user.click(await button('リンクを作成'))
    await user.click(await button('b@hinode.exampleの招待リンクをコピー'))
    expect(await navigator.clipboard.readText()).toBe('https://asakai.example/i?token=b')
    await user.click(await button('すべてコピー'))
    await toast('リンクをコピーしました')
    expect(await navigator.clipboard.readText()).toBe(
      'a@hinode.example https://asakai.example/i?token=a\nb@hinode.example https://asakai.example/i?token=b',
    )
  })

  it('Enter ends an address in the field, and sends nothing', async () => {
    const { user, email, posted } = await start()
    await user.type(email, 'a@hinode.example{Enter}b@hinode.example')
    expect(email.value).toBe('a@hinode.example\nb@hinode.example')
    expect(posted()).toEqual([])
  })

  it('an address that was already invited is offered a new link', async () => {
    const link = 'https://asakai.example/invitation?token=2'
    const { user, sent } = await open({
      'POST /invitations/': problem(409, 'already_invited', 'すでに招待を送っています。'),
      'POST /invitations/naoki/resend': { status: 200, body: { ...naoki, link } },
    })
    await user.click(await button('メンバーを招待'))
    await user.type(await screen.findByRole('textbox'), naoki.email)
    await user.click(await button('招待を送る'))
    const outcomes = within(await screen.findByRole('list', { name: '招待の結果' }))
    expect(outcomes.getByText('すでに招待を送っています。').className).not.toContain('error')
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(await outcomes.findByRole('button', { name: `${naoki.email}の新しいリンク` }))
    expect(sent.some(({ call }) => call.endsWith('/resend'))).toBe(false)
    await user.click(await button('新しいリンクを作る'))
    expect(await outcomes.findByRole('button', { name: `${naoki.email}の招待リンクをコピー` })).toBeTruthy()
  })

  it('a pasted list of addresses is invited, and the failed ones stay in the field', async () => {
    const refusals: Record<string, Answer> = {
      'ren@hinode.example': problem(409, 'already_member', 'この方はすでにチームのメンバーです。'),
      'naoki@hinode.example': problem(429, 'too_many_emails', 'メールの送信回数の上限に達しました。'),
    }
    const invite = (sent: { body: unknown }): Answer => {
      const { email } = sent.body as { email: string }
      return refusals[email] ?? { status: 201, body: { ...naoki, id: email, email } }
    }
    const { user, email, posted } = await start(invite)
    await user.click(email)
    await user.paste(
      '白川 悠 <haruka@hinode.example>, "早川, 蓮" <ren@hinode.example>\ntoru@hinode.example; no address\nTORU@hinode.example naoki@hinode.example',
    )
    await user.click(await button('招待を送る'))
    await screen.findByText('3件は招待できませんでした。下で確認してください。')
    const outcomes = within(screen.getByRole('list', { name: '招待の結果' })).getAllByRole('listitem')
    expect(outcomes.map(({ textContent }) => textContent)).toEqual([
      'ren@hinode.exampleこの方はすでにチームのメンバーです。',
      'no addressメールアドレスではありません',
      'naoki@hinode.exampleメールの送信回数の上限に達しました。',
      'haruka@hinode.example招待を送りました',
      'toru@hinode.example招待を送りました',
    ])
    expect(email.value).toBe('ren@hinode.example\nno address\nnaoki@hinode.example')
    expect(document.activeElement).toBe(email)
    expect(posted()).toHaveLength(4)
    await user.clear(email)
    await user.paste('ren@hinode.example, no address')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('2件は招待できませんでした。下で確認してください。')
    delete refusals['ren@hinode.example']
    delete refusals['naoki@hinode.example']
    await user.clear(email)
    await user.paste('ren@hinode.example, naoki@hinode.example')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await toast('2人に招待を送りました')
    expect(email.isConnected).toBe(false)
  })

  it('no further addresses of a list are invited if the server does not respond', async () => {
    const { user, email, posted } = await start({ status: 502 })
    await user.click(email)
    await user.paste('a@hinode.example, b@hinode.example, c@hinode.example')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('3件は招待できませんでした。下で確認してください。')
    expect(posted().map(({ body }) => (body as { email: string }).email)).not.toContain('b@hinode.example')
    expect(email.value).toBe('a@hinode.example\nb@hinode.example\nc@hinode.example')
  })

  it('a list of addresses that is too long is refused, and stays in the field', async () => {
    const { user, email, posted } = await start()
    await user.click(email)
    await user.paste(Array.from({ length: 51 }, (_none, index) => `m${index}@hinode.example`).join('\n'))
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText('一度に招待できるのは50人までです')).toBeTruthy()
    expect(email.value.split('\n')).toHaveLength(51)
    expect(posted()).toEqual([])
  })
})
