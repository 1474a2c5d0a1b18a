import { readStored, removeStored, writeStored } from './local-storage.ts'

const tab = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('-')
/** A tab that is closed or frozen holds a lock no longer than this. */
const holdMs = 20_000
/** The tabs that took a lock in the same moment have all written it by then. */
const settleMs = 150

type Lock = { tab: string; until: number }

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Does work in one tab of the browser at a time. Browsers offer locks on https only: elsewhere a stored lock does.
 * @param work is given `renew`, to be called before each step that may take up to ten seconds
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
    if (!take()) break // nothing is stored here, so other tabs have no outbox either
    await wait(settleMs)
    if (holder()?.tab === tab) break
  }
  try {
    await work(take)
  } finally {
    if (holder()?.tab === tab) removeStored(key)
  }
}
