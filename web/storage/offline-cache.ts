import { clear, createStore, get, set } from 'idb-keyval'

/**
 * The last responses, for use without a network. The cache belongs to the signed-in member, and is deleted when the
 * member signs out. Its store is still called `kept`, because idb-keyval cannot add another store to a database.
 */
const store = createStore('asakai', 'kept')

/** Runs `work` if the browser allows IndexedDB. Some browsers refuse it in private windows. */
async function ifAllowed<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    console.info('This browser keeps nothing for later', error)
    return undefined
  }
}

export const writeCache = (key: string, value: unknown) => ifAllowed(() => set(key, value, store))
export const readCache = (key: string) => ifAllowed(() => get<unknown>(key, store))
export const clearCache = () => ifAllowed(() => clear(store))
