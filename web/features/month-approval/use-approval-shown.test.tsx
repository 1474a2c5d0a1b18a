import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formDraftKind } from '../../api/use-stored-form.ts'
import { useOpenEditor } from '../../storage/drafts/open-editors.ts'
import { useApprovalShown } from './use-approval-shown.ts'

test('a started note keeps the approval on the screen even if approval is turned off', () => {
  const note = renderHook(({ hasWords }) => useOpenEditor(formDraftKind.name, hasWords), {
    initialProps: { hasWords: true },
  })
  const shown = renderHook(({ isOn }) => useApprovalShown(isOn), { initialProps: { isOn: true } })
  shown.rerender({ isOn: false })
  expect(shown.result.current).toBe(true)
  note.rerender({ hasWords: false })
  shown.rerender({ isOn: false })
  expect(shown.result.current).toBe(false)
})
