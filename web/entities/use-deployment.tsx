import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react'
import type { Deployment } from '#contract/deployment.ts'
import { fetchDeployment } from './deployment.ts'

/**
 * The result of the request. Both fields are absent until the request has ended. A failed request is repeated once the
 * network is back.
 */
type Found = { deployment?: Deployment; failed?: true }
type Props = { early?: Promise<Deployment> | undefined; known?: Deployment | undefined }

/** Returns a store that fetches the deployment once, as soon as a component subscribes. */
function createDeploymentStore({ early, known }: Props) {
  let found: Found = known ? { deployment: known } : {}
  let isRequested = known !== undefined
  const listeners = new Set<() => void>()
  const show = (next: Found) => {
    found = next
    for (const listener of listeners) listener()
  }
  const load = (request: Promise<Deployment>) =>
    void request.then(
      (deployment) => show({ deployment }),
      (error: unknown) => {
        console.info('What this deployment offers could not be read', error)
        show({ failed: true })
        window.addEventListener('online', () => load(fetchDeployment()), { once: true })
      },
    )
  return {
    get: () => found,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      if (!isRequested) load(early ?? fetchDeployment())
      isRequested = true
      return () => void listeners.delete(listener)
    },
  }
}

const DeploymentContext = createContext<ReturnType<typeof createDeploymentStore> | undefined>(undefined)

/**
 * Provides the deployment to all screens.
 * @param early the request, if it began before rendering; `known` is its response if it had arrived by then
 */
export function DeploymentProvider({ children, ...request }: Props & { children: ReactNode }) {
  const [store] = useState(() => createDeploymentStore(request))
  return <DeploymentContext value={store}>{children}</DeploymentContext>
}

export function useDeployment(): Found {
  const store = use(DeploymentContext)
  if (!store) throw new Error('useDeployment outside of DeploymentProvider')
  return useSyncExternalStore(store.subscribe, store.get)
}
