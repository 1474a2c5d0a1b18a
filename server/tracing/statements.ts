import type { EndedStatement } from '#server/db/driver/dialect.ts'
import { type StartChildSpan, fail } from './span.ts'

/** Traces SQL statements as prepared, without values. */
export function followStatements(begin: StartChildSpan) {
  const onMessage = (message: unknown) => {
    const { text: sql, milliseconds, error } = message as EndedStatement
    const ended = performance.now()
    const [operation = '', target] = namesIn(sql)
    const span = begin([operation, target].filter(Boolean).join(' '), {
      startTime: ended - milliseconds,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        ...(target && { 'db.collection.name': target }),
        'db.query.text': sql.trim().replaceAll(/\s+/gu, ' '),
      },
    })
    if (span && error !== undefined) fail(span, error)
    span?.end(ended)
  }
  return [{ channel: 'asakai.statement', onMessage }]
}

/** Returns the operation and the first table. */
const namesIn = (sql: string) => [
  /[a-z]+/iu.exec(sql)?.[0].toLowerCase(),
  /\b(?:from|into|update)\s+"?(\w+)/iu.exec(sql)?.[1],
]
