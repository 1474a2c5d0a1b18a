import { limits } from '#contract/limits.ts'

/**
 * Every record of a list that answers a page at a time.
 * @param read the page from `offset` on
 */
export async function allPages<T extends { id: string | number }>(
  read: (page: { limit: number; offset: number }) => Promise<T[]>,
): Promise<T[]> {
  // By id: what arrives between two pages moves another onto the next one.
  const records = new Map<T['id'], T>()
  for (let offset = 0; ; offset += limits.pageSize) {
    const page = await read({ limit: limits.pageSize, offset })
    const before = records.size
    for (const record of page) records.set(record.id, record)
    // A server that knows no pages answers everything each time.
    if (page.length < limits.pageSize || records.size === before) return [...records.values()]
  }
}
