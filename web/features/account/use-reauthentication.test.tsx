import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { useReauthentication } from './use-reauthentication.tsx'

test('a call that waits for the password is rejected if a second call requires the password', async () => {
  const { result } = renderHook(() => useReauthentication('misaki@hinode.example'))
  const refusal = new ApiError(403, '', { code: 'reauthentication_required' })
  const refused = () => Promise.reject<void>(refusal)
  let first: Promise<unknown> | undefined
  await act(async () => {
    first = result.current.reauthenticating(refused).catch((error: unknown) => error)
  })
  await act(async () => {
    void result.current.reauthenticating(refused).catch(() => {})
  })
  expect(await first).toBe(refusal)
})
