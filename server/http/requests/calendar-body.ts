import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

export function readCalendarBodies(app: FastifyInstance) {
  app.addContentTypeParser('text/calendar', { parseAs: 'buffer' }, (_request, body, done) => {
    const text = decodeCalendar(body as Buffer)
    return text === undefined ? done(new AppError('calendar_unreadable')) : done(null, text)
  })
}

/**
 * Decodes an .ics file and removes its byte order mark. A file may break a long line inside a character (RFC 5545,
 * 3.1). Such a file is UTF-8 only after its lines are joined.
 * @returns undefined if the file is not UTF-8
 */
export function decodeCalendar(file: Buffer): string | undefined {
  const unfolded = () => Buffer.from(file.toString('latin1').replaceAll(/(?:\r\n|\n|\r)[ \t]/gu, ''), 'latin1')
  return decoded(file) ?? decoded(unfolded())
}

function decoded(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
