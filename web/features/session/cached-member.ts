import type { Me } from '#contract/users.ts'

/** Loaded on demand: nothing is cached before somebody is signed in. */
const offlineCache = () => import('../../lib/offline-cache.ts')
const key = 'me'

/** Returns the member as an earlier visit knew them. */
export const readCachedMember = () => offlineCache().then(({ readCache }) => readCache(key) as Promise<Me | undefined>) // as `cacheMember` wrote it

export const cacheMember = (user: Me) => void offlineCache().then(({ writeCache }) => writeCache(key, user))

/** Removes everything that was cached for a start without a network. */
export const clearCache = () => void offlineCache().then((cache) => cache.clearCache())
