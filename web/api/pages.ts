import { limits } from '#contract/limits.ts'

/**
 * Returns all records of a paginated list.
 * @param read fetches the page from `offset` on
 */
export async function allPages<T extends { id: string | number }>(
  read: (page: { limit: number; offset: number }) => Promise<T[]>,
): Promise<T[]> {
  // Keyed by id: a record added between two reads moves another one to the next page.
  const records = new Map<T['id'], T>()
  for (let offset = 0; ; offset += limits.pageSize) {
    const page = await read({ limit: limits.pageSize, offset })
    const before = records.size
    for (const record of page) records.set(record.id, record)
    // A server without pagination returns everything each time.
    if (page.length < limits.pageSize || records.size === before) return [...records.values()]
  }
}
