import type pg from 'pg'

/** @param kind the first word of the statement: `select`, `insert`, …; `transaction` for its begin and end */
type OnStatement = (kind: string, seconds: number) => void
type Figures = ReturnType<typeof figuresOf>

const kinds = [
  ...['select', 'insert', 'update', 'delete', 'with'].map((kind) => [kind, kind] as const),
  ...['begin', 'start', 'commit', 'rollback'].map((word) => [word, 'transaction'] as const),
]
function kindOf(text: string) {
  const at = text.search(/\S/u)
  return kinds.find(([word]) => text.startsWith(word, at))?.[1] ?? 'other'
}

/**
 * Returns the metrics of a pool.
 * @param waitingForTurn returns the number of transactions that wait before they ask the pool
 */
export function figuresOf(pool: pg.Pool, waitingForTurn: () => number) {
  let listener: OnStatement | undefined
  return {
    count: (statement: string, milliseconds: number) => listener?.(kindOf(statement), milliseconds / 1_000),
    /** Calls a listener with the duration of every statement. A later listener replaces the earlier one. */
    listen: (to: OnStatement) => (listener = to),
    /** Returns the numbers of busy connections, idle connections and waiting callers. */
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount + waitingForTurn(),
    }),
  }
}

const kept = new WeakMap<object, Figures>()
export const registerFigures = (database: object, figures: Figures) => void kept.set(database, figures)
export const databaseFigures = (database: object): Figures => kept.get(database)!
