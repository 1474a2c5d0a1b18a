import { expect, test, vi } from 'vitest'
import { hasAnyAccount } from '#server/features/sign-in/registration/operations.ts'
import { startOwnApp } from '#server/testing/team.ts'
import { readDeployment } from './operations.ts'

vi.mock(import('#server/features/sign-in/registration/operations.ts'), async (original) => {
  const real = await original()
  return { ...real, hasAnyAccount: vi.fn(real.hasAnyAccount) }
})

test('simultaneous requests for the deployment’s public data query the database once', async () => {
  const { app } = await startOwnApp()
  await Promise.all(Array.from({ length: 50 }, () => readDeployment(app.services)))
  expect(hasAnyAccount).toHaveBeenCalledTimes(1)
  await readDeployment(app.services)
  expect(hasAnyAccount).toHaveBeenCalledTimes(2)
})
