import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

test.each([false, true])(
  "a busy button keeps the focus and ignores presses (with the caller's own ref: %s)",
  async (isOwned) => {
    const user = userEvent.setup()
    const [onClick, onSubmit] = [vi.fn(), vi.fn((event: { preventDefault: () => void }) => event.preventDefault())]
    const ref = isOwned ? createRef<HTMLButtonElement>() : null
    const form = (busy?: string) => (
      <form onSubmit={onSubmit}>
        <input aria-label="名前" />
        <Button ref={ref} kind="primary" type="submit" busy={busy} disabled={busy !== undefined} onClick={onClick}>
          送信
        </Button>
      </form>
    )
    const { rerender } = render(form())
    const button = screen.getByRole('button')
    button.focus()
    rerender(form('送信中…'))
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Enter} ')
    await user.click(button)
    await user.type(screen.getByLabelText('名前'), 'a{Enter}')
    expect(onClick).not.toHaveBeenCalled()
    expect(onSubmit).not.toHaveBeenCalled()
    rerender(form())
    await user.click(button)
    expect(onSubmit).toHaveBeenCalledOnce()
  },
)
