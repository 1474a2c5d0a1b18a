import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IntlProvider } from 'use-intl'
import { expect, test, vi } from 'vitest'
import messages from '../../locales/ja.json'
import { show } from '../testing/show.tsx'
import { FormDialog, formOf } from './form-dialog.tsx'
import { TextArea } from './text-area.tsx'

function setUp({ busy = false, disabled = false } = {}) {
  const send = vi.fn()
  show(
    <IntlProvider locale="ja" messages={messages} timeZone="Asia/Tokyo">
      <FormDialog
        form={formOf({ isPending: busy, error: null }, send)}
        words={{ title: '差し戻す', submit: '送信', sending: '送信中…', failed: '失敗' }}
        disabled={disabled}
        onClose={() => {}}
      >
        <TextArea name="note" label="コメント" hint="" value="" onChange={() => {}} />
      </FormDialog>
    </IntlProvider>,
  )
  screen.getByRole('textbox', { hidden: true }).focus()
  return send
}

test.each(['{Control>}{Enter}{/Control}', '{Meta>}{Enter}{/Meta}'])(
  'a dialog with a text field submits once after the keys %s',
  async (keys) => {
    const send = setUp()
    await userEvent.keyboard(keys)
    expect(send).toHaveBeenCalledOnce()
  },
)

test('a dialog with a text field does not submit by Enter alone', async () => {
  const send = setUp()
  await userEvent.keyboard('{Enter}')
  expect(send).not.toHaveBeenCalled()
})

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'a dialog’s text field does not submit while an input method handles the keys (%j)',
  (of) => {
    const send = setUp()
    const field = screen.getByRole('textbox', { hidden: true })
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, ...of })
    expect(send).not.toHaveBeenCalled()
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    expect(send).toHaveBeenCalledOnce()
  },
)

test.each([{ busy: true }, { disabled: true }])(
  'a dialog whose button cannot be pressed does not submit by Ctrl+Enter (%j)',
  async (state) => {
    const send = setUp(state)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(send).not.toHaveBeenCalled()
  },
)
