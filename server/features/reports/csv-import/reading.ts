import { createHash } from 'node:crypto'
import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type ErrorCode, type FieldErrorCode, fieldErrorCodes } from '#contract/errors.ts'
import { columnOfField, type ReportImportQuery } from '#contract/import.ts'
import { limits } from '#contract/limits.ts'
import { eachField, reportFields, type ReportTexts } from '#contract/report-fields.ts'
import { ReportPatch } from '#contract/reports.ts'
import { endAfter, openThreads } from '#server/load/threads.ts'
import { type Author, authorIn, type Candidate, candidatesIn } from './authors.ts'
import { type DateCell, type DateOrder, readDates } from './dates.ts'
import { decode } from './encoding.ts'
import { type Columns, columnsOf, folded, isAllMine } from './policy.ts'
import { readTable, type Row, TooLarge } from './table.ts'

/**
 * A row of the file. `dateCell`: the original cell. `hashes`: of the texts. `failure`: what is wrong with a text or the
 * day.
 */
export type FileRow = {
  line: number
  isSkipped: boolean
  author: Author
  date: DateCell
  dateCell: string
  words: ReportTexts
  hashes: ReportTexts
  failure: FieldErrorCode | 'not_a_date' | undefined
}
/**
 * `candidates`: the columns that may name the authors, if neither the headings nor the caller decide. `unreadable`: the
 * number of unreadable characters.
 */
type Head = {
  headings: string[]
  columns: Columns
  candidates: Candidate[] | undefined
  samples: string[][]
  unreadable: number
  order: DateOrder | undefined
  isOrderUnclear: boolean
}
export type FileRead = Head & { rows: FileRow[] }
type Failure = Extract<ErrorCode, 'csv_unreadable' | 'encoding_unknown' | 'too_large'>
type Message = Head | FileRow[] | Failure | 'done'
type Task = { file: Uint8Array<ArrayBuffer>; query: ReportImportQuery }

const mostWork = 30_000_000 // microseconds of processor time for one file; on a busy machine more time passes on the clock
const threads = openThreads(new URL(import.meta.url), {
  workerData: { readsImports: true },
  resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
})
const largestKept = 1024 * 1024 // bytes of a file; after a larger one the thread ends, to free its memory
const batchLongest = 65_536 // characters, so that no message blocks the event loop

/**
 * Reads an import file in a worker thread with limited memory, to keep the event loop free (E6.01).
 * @param file the bytes of the file as a string (latin1): each character is one byte
 * @returns the rows, or the error code of an unreadable file
 */
export const readFile = (file: string, query: ReportImportQuery): Promise<FileRead | Failure> =>
  new Promise((resolve, reject) => {
    const task: Task = { file: new Uint8Array(Buffer.from(file, 'latin1')), query }
    const worker = threads.take()
    worker.postMessage(task, [task.file.buffer])
    const stopWatching = endAfter(worker, mostWork)
    let head: Head | undefined
    let failure: Failure | undefined
    const rows: FileRow[] = []
    const finish = () => {
      stopWatching()
      if (failure) resolve(failure)
      else resolve(head ? { ...head, rows } : 'too_large')
    }
    worker.on('message', (message: Message) => {
      if (message === 'done') {
        if (file.length > largestKept) void worker.terminate()
        else threads.giveBack(worker)
        finish()
        return
      }
      if (typeof message === 'string') failure = message
      else if (Array.isArray(message)) rows.push(...message)
      else head = message
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage('next')
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') failure = 'too_large'
      else reject(error)
    })
    worker.on('exit', () => {
      failure ??= 'too_large'
      finish()
    })
  })

/** @throws TooLarge */
function* read({ file, query }: Task): Generator<Message> {
  const decoded = decode(file)
  if (!decoded) return yield 'encoding_unknown'
  const [first, ...rows] = readTable(decoded.text) ?? []
  if (!first) return yield 'csv_unreadable'
  const columns = columnsOf(first.cells, query)
  const asked = query.date_order || undefined
  const { dates, ...order } = readDates(
    rows.map((row) => cellOf(row, columns.date)),
    asked,
  )
  const shown = (cells: readonly string[]) => cells.map((cell) => cell.slice(0, limits.importSample))
  const samples = rows.slice(0, limits.importSamples).map(({ cells }) => shown(cells))
  const isAuthorKnown = columns.email >= 0 || isAllMine(query)
  const candidates = isAuthorKnown ? undefined : candidatesIn(first.cells, rows, columns)
  yield { headings: shown(first.cells), columns, candidates, samples, unreadable: decoded.unreadable, ...order }
  const kind = first.cells.map(folded).indexOf('kind')
  const isOwn = reportFields.every((field) => first.cells.includes(field))
  let batch: FileRow[] = []
  let length = 0
  const authors = new Map<string, Author>() // cached by cell, because most files have few authors
  for (const [index, row] of rows.entries()) {
    const cell = cellOf(row, columns.email).slice(0, limits.email + 1)
    const author = authors.get(cell) ?? authorIn(cell)
    authors.set(cell, author)
    const next = { ...fileRow(row, dates[index]!, { columns, kind, isOwn }), author }
    batch.push(next)
    length += Object.values(next.words).join('').length + author.name.length + 1_000
    if (length < batchLongest) continue
    yield batch
    batch = []
    length = 0
  }
  yield batch
}

const cellOf = ({ cells }: Row, place: number) => cells[place]?.trim() ?? ''

type Form = { columns: Columns; kind: number; isOwn: boolean }

/**
 * Returns a row of the file. Trims the texts, except in our own exports: importing an export again must change nothing
 * (E4.01). Skips the insights and comments of an export, which its column `kind` marks.
 */
function fileRow(row: Row, date: DateCell, { columns, kind, isOwn }: Form): Omit<FileRow, 'author'> {
  const words = eachField((field) => {
    const place = columns[columnOfField[field]]
    const given = (isOwn ? row.cells[place] : cellOf(row, place)) ?? ''
    return given.slice(0, limits.reportText + 1)
  })
  const day = typeof date === 'object' && 'day' in date ? date.day : '2000-01-01'
  const checked = ReportPatch.safeParse({ report_date: day, ...words })
  return {
    line: row.line,
    isSkipped: ['insight', 'comment'].includes(row.cells[kind] ?? ''),
    date: typeof date === 'object' && 'day' in date ? { day: date.day.slice(0, limits.importSample) } : date,
    dateCell: cellOf(row, columns.date).slice(0, limits.importSample),
    words,
    hashes: eachField((field) => createHash('sha256').update(words[field]).digest('hex')),
    failure: checked.success ? undefined : failureOf(checked.error.issues[0]!),
  }
}

const failureOf = ({ path, message }: { path: PropertyKey[]; message: string }): FileRow['failure'] =>
  path[0] === 'report_date' && message === 'invalid_date'
    ? 'not_a_date'
    : (fieldErrorCodes.find((code) => code === message) ?? 'invalid')

/** Sends one message for each request of the main thread, so that the main thread never has many to handle at once. */
function serve(port: MessagePort): void {
  let messages: Generator<Message>
  port.on('message', (message: Task | 'next') => {
    if (message !== 'next') messages = read(message)
    try {
      const { value, done } = messages.next()
      port.postMessage(done ? ('done' satisfies Message) : value)
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error
      port.postMessage('too_large' satisfies Failure)
    }
  })
}

if (!isMainThread && (workerData as { readsImports?: true } | null)?.readsImports) serve(parentPort!)
