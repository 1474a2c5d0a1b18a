import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { insight } from '#contract/testing/insights.ts'
import { eachOnTheDay, openApp, problem } from '../../testing/app.tsx'

// In these tests the first submit has reached the server, but its response was lost. The second submit has the same id
// (E2.07).

eachOnTheDay()

const noted = insight({ id: 'noted', comments: 1 })
const comments = '/insights/noted/comments'
const refusal = problem(409, 'changed_elsewhere', 'その間に別の場所で変更されました。')

type Form = {
  open: (user: UserEvent) => Promise<HTMLElement>
  post: string
  put: (id: string) => string
  words: string
}

const forms: Record<string, Form> = {
  insight: {
    open: async (user) => {
      await user.click((await screen.findAllByRole('button', { name: /^ふりかえりを書く/u }))[0]!)
      return screen.findByRole('textbox', { name: /^内容/u })
    },
    post: 'POST /insights/',
    put: (id) => `PUT /insights/${id}`,
    words: 'note',
  },
  comment: {
    open: async (user) => {
      await user.click(await screen.findByRole('button', { name: 'コメント1件' }))
      const thread = await screen.findByRole('region', { name: /ふりかえりへのコメント$/u })
      return within(thread).findByRole('textbox', { name: /^コメント/u })
    },
    post: `POST ${comments}`,
    put: (id) => `PUT /comments/${id}`,
    words: 'body',
  },
}

test.each(Object.entries(forms))(
  'sending a new %s again replaces the text if an earlier request had arrived',
  async (_name, form) => {
    const { sent, user } = await openApp('/?page=activity', {
      'GET /activity': { status: 200, body: { entries: [], next: null } },
      'GET /insights/': { status: 200, body: { insights: [noted] } },
      [`GET ${comments}`]: { status: 200, body: { comments: [] } },
      [form.post]: refusal,
    })
    const field = await form.open(user)
    await user.type(field, '新しい言葉')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText(/その間に別の場所で変更されました。/u)).toBeTruthy()
    expect(field).toHaveProperty('value', '新しい言葉')
    const { id } = sent.find(({ call }) => call === form.post)!.body as { id: string }

    await user.click(field)
    await user.keyboard('{Control>}{Enter}{/Control}')
    const put = await waitFor(() => {
      const found = sent.find(({ call }) => call === form.put(id))
      expect(found).toBeTruthy()
      return found!
    })
    expect(put.body).toMatchObject({ [form.words]: '新しい言葉' })
  },
)
