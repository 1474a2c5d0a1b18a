import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Deployment } from '#contract/deployment.ts'
import { deployment } from '#contract/testing/deployment.ts'
import { DeploymentProvider, useDeployment } from './use-deployment.tsx'

test('useDeployment returns a known deployment from the first render on', () => {
  const known = deployment()
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
