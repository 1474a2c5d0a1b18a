import type { Me } from '#contract/users.ts'

/** Loads the cache on demand, because it is empty before a member signs in. */
const offlineCache = () => import('../../storage/offline-cache.ts')
const key = 'me'

/** Returns the member from an earlier visit, as `cacheMember` stored them. */
export const readCachedMember = () => offlineCache().then(({ readCache }) => readCache(key) as Promise<Me | undefined>)

export const cacheMember = (user: Me) => void offlineCache().then(({ writeCache }) => writeCache(key, user))

/** Clears everything that was cached for a start without a network. */
export const forgetCachedMember = () => void offlineCache().then((cache) => cache.clearCache())
