import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Deployment } from '#contract/deployment.ts'
import { fetchDeployment } from './queries.ts'

/** Neither, until it is known. */
type Found = { deployment?: Deployment; failed?: true }

const DeploymentContext = createContext<(Found & { ask: () => void }) | undefined>(undefined)

/** What this deployment offers, asked once for all screens that want to know. @param early asked before the page was drawn, and `known` answered by then */
export function DeploymentProvider({
  early,
  known,
  children,
}: {
  early?: Promise<Deployment> | undefined
  known?: Deployment | undefined
  children: ReactNode
}) {
  const [found, setFound] = useState<Found>(known ? { deployment: known } : {})
  const asked = useRef(known !== undefined)
  const ask = useCallback(() => {
    if (asked.current) return
    asked.current = true
    ;(early ?? fetchDeployment()).then(
      (deployment) => setFound({ deployment }),
      (error: unknown) => {
        console.info('What this deployment offers could not be read', error)
        setFound({ failed: true })
      },
    )
  }, [early])
  return <DeploymentContext value={useMemo(() => ({ ...found, ask }), [found, ask])}>{children}</DeploymentContext>
}

export function useDeployment(): Found {
  const deployment = use(DeploymentContext)
  if (!deployment) throw new Error('useDeployment outside of DeploymentProvider')
  const { ask } = deployment
  useEffect(ask, [ask])
  return deployment
}
