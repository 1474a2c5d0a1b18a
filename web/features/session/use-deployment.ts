import { useEffect, useState } from 'react'
import type { Deployment } from '#contract/deployment.ts'
import { fetchDeployment } from './queries.ts'

/** What this deployment offers; undefined until it is known, and where it cannot be read. */
export function useDeployment() {
  const [deployment, setDeployment] = useState<Deployment>()
  useEffect(() => {
    let shown = true
    fetchDeployment().then(
      (answer) => shown && setDeployment(answer),
      (error: unknown) => console.info('What this deployment offers could not be read', error),
    )
    return () => {
      shown = false
    }
  }, [])
  return deployment
}
