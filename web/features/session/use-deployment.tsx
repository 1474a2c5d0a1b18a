import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react'
import type { Deployment } from '#contract/deployment.ts'
import { fetchDeployment } from './queries.ts'

/** Neither, until it is known. */
type Found = { deployment?: Deployment; failed?: true }
type Props = { early?: Promise<Deployment> | undefined; known?: Deployment | undefined }

/** Asks once, as soon as something of the page wants to know. */
function createDeploymentStore({ early, known }: Props) {
  let found: Found = known ? { deployment: known } : {}
  let isAsked = known !== undefined
  const listeners = new Set<() => void>()
  const show = (next: Found) => {
    found = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => found,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      if (!isAsked)
        (early ?? fetchDeployment()).then(
          (deployment) => show({ deployment }),
          (error: unknown) => {
            console.info('What this deployment offers could not be read', error)
            show({ failed: true })
          },
        )
      isAsked = true
      return () => void listeners.delete(listener)
    },
  }
}

const DeploymentContext = createContext<ReturnType<typeof createDeploymentStore> | undefined>(undefined)

/** Gives all screens what this deployment offers. @param early asked before the page was drawn, and `known` answered by then */
export function DeploymentProvider({ children, ...asked }: Props & { children: ReactNode }) {
  const [store] = useState(() => createDeploymentStore(asked))
  return <DeploymentContext value={store}>{children}</DeploymentContext>
}

export function useDeployment(): Found {
  const store = use(DeploymentContext)
  if (!store) throw new Error('useDeployment outside of DeploymentProvider')
  return useSyncExternalStore(store.subscribe, store.get)
}
