import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type * as z from 'zod/mini'
import { ConfigError } from '#server/config/environment.ts'
import { endOfRows, format, Header, Manifest, TableLine } from './format.ts'

const lineLongest = 64 * 1024 * 1024 // bytes; a row is some hundred kilobytes at most
const batch = 64 * 1024 // bytes of rows that are yielded together
const end = Buffer.from(endOfRows)

export type Part =
  | { kind: 'header'; header: Header }
  | { kind: 'table'; table: TableLine }
  | { kind: 'rows'; bytes: Buffer }
  | { kind: 'manifest'; manifest: Manifest }

/**
 * Yields the parts of the file in order. A caller that reads to the end knows that the file is complete: the manifest,
 * which is the last part, has the counts and hashes to compare with.
 * @throws ConfigError one sentence about the file
 */
export async function* readBackup(file: string): AsyncGenerator<Part, void> {
  const damaged = new ConfigError(`${file} is damaged: its contents are not what was written.`)
  const sum = createHash('sha256')
  const tables: Manifest['tables'] = []
  const lines = linesOf(file)
  const parse = <T>(schema: z.ZodMiniType<T>, line: Buffer): T | undefined => {
    const parsed = schema.safeParse(json(line))
    return parsed.success ? parsed.data : undefined
  }

  const first = await lines.next()
  const header = first.done ? undefined : parse(Header, first.value)
  if (first.done || !header) throw new ConfigError(foreign(file))
  if (header.format > format)
    throw new ConfigError(`${file} was made by a newer Asakai (${header.version}). Restore it with that version.`)
  sum.update(first.value)
  yield { kind: 'header', header }

  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const manifest = parse(Manifest, next.value)
    if (manifest) {
      const isWhole =
        manifest.sha256 === sum.digest('hex') && JSON.stringify(manifest.tables) === JSON.stringify(tables)
      if (!isWhole || !(await lines.next()).done) throw damaged
      yield { kind: 'manifest', manifest }
      return
    }
    const table = parse(TableLine, next.value)
    if (!table) throw damaged
    sum.update(next.value)
    yield { kind: 'table', table }

    const tableSum = createHash('sha256')
    let rows = 0
    for await (const bytes of rowsOf(lines, () => (rows += 1))) {
      tableSum.update(bytes)
      sum.update(bytes)
      yield { kind: 'rows', bytes }
    }
    sum.update(end)
    tables.push({ table: table.table, rows, sha256: tableSum.digest('hex') })
  }
  throw new ConfigError(tooShort(file))
}

/**
 * Yields the lines before `\.`, many at a time. If the file ends earlier, the caller notices it by the missing
 * manifest.
 */
async function* rowsOf(lines: AsyncGenerator<Buffer, void>, onRow: () => void): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for (let next = await lines.next(); !next.done && !next.value.equals(end); next = await lines.next()) {
    onRow()
    waiting.push(next.value)
    size += next.value.length
    if (size < batch) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting)
}

/**
 * Yields the lines, each with its line feed.
 * @throws ConfigError
 */
async function* linesOf(file: string): AsyncGenerator<Buffer, void> {
  // Errors of the earlier streams surface on the last one, so the callback has no work.
  const text = pipeline(createReadStream(file), createGunzip(), () => {})
  let rest: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      let from = 0
      for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, from)) {
        rest.push(chunk.subarray(from, at + 1))
        yield rest.length === 1 ? rest[0]! : Buffer.concat(rest)
        rest = []
        length = 0
        from = at + 1
      }
      if (from < chunk.length) rest.push(chunk.subarray(from))
      length += chunk.length - from
      if (length > lineLongest) throw new ConfigError(foreign(file))
    }
  } catch (error) {
    throw readErrorOf(file, error)
  }
  if (rest.length > 0) throw new ConfigError(tooShort(file))
}

const foreign = (file: string) => `${file} is not a backup of Asakai.`
const tooShort = (file: string) => `${file} ends too early: it was not written or copied to its end.`

/** Turns a read error into a sentence for the operator. */
function readErrorOf(file: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') return new ConfigError(tooShort(file))
  if (code === 'Z_DATA_ERROR')
    return new ConfigError(message === 'incorrect header check' ? foreign(file) : `${file} is damaged: ${message}.`)
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
    return new ConfigError(`${file} cannot be read: ${message}`)
  return error
}

function json(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch {
    return undefined
  }
}
