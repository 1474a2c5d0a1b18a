import type { Me } from '#contract/users.ts'

/** Loads the code of the cache only when it is needed, because the cache is empty until a member signs in. */
const offlineCache = () => import('../../storage/offline-cache.ts')
const key = 'me'

/** Returns the member that `cacheMember` stored during an earlier visit. */
export const readCachedMember = () => offlineCache().then(({ readCache }) => readCache(key) as Promise<Me | undefined>)

export const cacheMember = (user: Me) => void offlineCache().then(({ writeCache }) => writeCache(key, user))

/** Clears everything that was cached for a start without a network. */
export const forgetCachedMember = () => void offlineCache().then((cache) => cache.clearCache())
