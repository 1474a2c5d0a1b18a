import { clear, createStore, get, set } from 'idb-keyval'

/**
 * What was last read, so that it can be shown without a network; it belongs to whoever is signed in and leaves with them.
 * (`kept` is what the store has been called from the start: idb-keyval makes no second one in a database that exists.)
 */
const store = createStore('asakai', 'kept')

/** A browser may refuse its database (private windows): then nothing is cached, and nothing else suffers. */
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
