import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Deployment } from '#contract/deployment.ts'
import { fetchDeployment } from './queries.ts'

/** Neither, until it is known. */
type Known = { deployment?: Deployment; failed?: true }

const DeploymentContext = createContext<(Known & { ask: () => void }) | undefined>(undefined)

/** What this deployment offers, asked once for all screens that want to know. @param early asked before the page was drawn */
export function DeploymentProvider({
  early,
  children,
}: {
  early?: Promise<Deployment> | undefined
  children: ReactNode
}) {
  const [known, setKnown] = useState<Known>({})
  const asked = useRef(false)
  const ask = useCallback(() => {
    if (asked.current) return
    asked.current = true
    ;(early ?? fetchDeployment()).then(
      (deployment) => setKnown({ deployment }),
      (error: unknown) => {
        console.info('What this deployment offers could not be read', error)
        setKnown({ failed: true })
      },
    )
  }, [early])
  return <DeploymentContext value={useMemo(() => ({ ...known, ask }), [known, ask])}>{children}</DeploymentContext>
}

export function useDeployment(): Known {
  const known = use(DeploymentContext)
  if (!known) throw new Error('useDeployment outside of DeploymentProvider')
  const { ask } = known
  useEffect(ask, [ask])
  return known
}
