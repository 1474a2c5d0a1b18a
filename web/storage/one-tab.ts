import { readStored, removeStored, writeStored } from './local-storage.ts'

const tab = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('-')
/** The lifetime of a lock. A closed or frozen tab loses its lock after this time. */
const holdMs = 20_000
/**
 * The wait after a tab has written the lock. All tabs that write it at the same moment have done so after this time.
 * The last of them has the lock.
 */
const settleMs = 150

type Lock = { tab: string; until: number }

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Runs work in one tab at a time. Without https, browsers have no `navigator.locks`; then uses a lock in the local
 * storage.
 * @param work receives `renew`, and must call it before each step; a step may take up to ten seconds
 */
export async function inOneTab(name: string, work: (renew: () => void) => Promise<void>): Promise<void> {
  if (navigator.locks) return navigator.locks.request(name, () => work(() => undefined))
  const key = `${name}_lock`
  const holder = () => readStored(key, (stored) => JSON.parse(stored) as Lock)
  const take = () => writeStored(key, JSON.stringify({ tab, until: Date.now() + holdMs } satisfies Lock))
  for (;;) {
    const held = holder()
    if (held && held.tab !== tab && held.until > Date.now()) {
      await wait(Math.min(held.until - Date.now(), 1_000))
      continue
    }
    if (!take()) break // the browser refuses its storage, so no tab has an outbox
    await wait(settleMs)
    if (holder()?.tab === tab) break
  }
  try {
    await work(take)
  } finally {
    if (holder()?.tab === tab) removeStored(key)
  }
}
