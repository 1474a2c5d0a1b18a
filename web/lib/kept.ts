import { clear, createStore, get, set } from 'idb-keyval'

/** What was last read, so that it can be shown without a network; it belongs to whoever is signed in and leaves with them. */
const store = createStore('asakai', 'kept')

/** A browser may refuse its database (private windows): then nothing is kept, and nothing else suffers. */
async function where<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    console.info('Nothing can be kept in this browser', error)
    return undefined
  }
}

export const keep = (key: string, value: unknown) => where(() => set(key, value, store))
export const kept = (key: string) => where(() => get<unknown>(key, store))
export const forgetKept = () => where(() => clear(store))
