import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Deployment } from '#contract/deployment.ts'
import { DeploymentProvider, useDeployment } from './use-deployment.tsx'

test('useDeployment returns a known deployment from the first render on', () => {
  const known: Deployment = {
    sign_up: 'join',
    has_accounts: true,
    sign_up_form: 'at-once',
    mail: true,
    channels: ['mail'],
    oidc: null,
    providers: [],
  }
  const seen: (Deployment | undefined)[] = []
  function Reader() {
    seen.push(useDeployment().deployment)
    return null
  }
  render(
    <DeploymentProvider early={Promise.resolve(known)} known={known}>
      <Reader />
    </DeploymentProvider>,
  )
  expect(seen[0]).toBe(known)
})
