import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

/** A statement to be sent, with its values as PostgreSQL reads them, and who waits for its answer. */
export type Asked = {
  text: string
  values: (string | Buffer | null)[]
  name: string | undefined
  resolve?: (answer: Answer) => void
  reject?: (error: unknown) => void
}
export type Answer = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>

/** How the rows of a connection's named statements are read, as PostgreSQL has described them once. */
export type Descriptions = Map<string, Reader | undefined>

/** As the driver has them, beside its types. */
type Reader = { addFields: (fields: unknown[]) => void; parseRow: (values: unknown[]) => unknown }
type Wire = Record<'parsedStatements' | 'submittedNamedStatements', Record<string, string>> & {
  parse: (statement: { name: string; text: string }) => void
  bind: (portal: { statement: string; values: Asked['values'] }) => void
  describe: (what: { type: 'P' }) => void
  execute: () => void
  sync: () => void
}

/** The protocol counts parameters in 16 bits: PostgreSQL misreads a statement with more. */
const parametersMost = 65_535

/**
 * Returns values as PostgreSQL reads them.
 * @throws Error for more than 65,535 values, or for a value that has no text, such as an object that holds itself
 */
export function encoded(values: readonly unknown[]): Asked['values'] {
  if (values.length > parametersMost) throw new Error(`a statement has ${values.length} parameters`)
  return values.map((value) => prepareValue(value))
}

/**
 * Statements that PostgreSQL answers in one write, being asked for its answers once, after the last of them; what comes
 * after one that fails is not done (https://www.postgresql.org/docs/current/protocol-flow.html, "Pipelining"). The driver by
 * itself asks after each, and each time for what its rows are. It tells a query of its answers by calling it: hence a class.
 */
export class Batch extends pg.Query {
  readonly asked: readonly Asked[]
  readonly #descriptions: Descriptions
  #answered = 0
  #reader: Reader | undefined
  #rows: unknown[] = []
  #misread: unknown

  /** Of the statement that is being answered: by these the driver notes what PostgreSQL has parsed. */
  name: string | undefined
  text = ''
  /** The driver puts its own around it, which gives up after a while. */
  declare callback: (error?: unknown) => void

  constructor(asked: readonly Asked[], descriptions: Descriptions) {
    super('', (error) => error && this.#fail(error))
    this.asked = asked
    this.#descriptions = descriptions
    this.#turn()
  }

  override submit = (connection: unknown): void => {
    const wire = connection as Wire
    for (const { text, values, name = '' } of this.asked) {
      if (!(name in wire.parsedStatements || name in wire.submittedNamedStatements)) {
        wire.parse({ name, text })
        if (name) wire.submittedNamedStatements[name] = text
      }
      wire.bind({ statement: name, values })
      if (!this.#descriptions.has(name)) wire.describe({ type: 'P' })
      wire.execute()
    }
    wire.sync()
  }

  handleRowDescription({ fields }: { fields: unknown[] }): void {
    this.#reader = new pg.Result('object', pg.types) as pg.Result & Reader
    this.#reader.addFields(fields)
  }

  handleDataRow({ fields }: { fields: unknown[] }): void {
    try {
      this.#rows.push(this.#reader!.parseRow(fields))
    } catch (error) {
      this.#misread ??= error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { name, resolve, reject } = this.asked[this.#answered]!
    if (name) this.#descriptions.set(name, this.#reader)
    const [command, ...counts] = text.split(' ')
    if (this.#misread) reject?.(this.#misread)
    else resolve?.({ command: command!, rowCount: Number(counts.at(-1) ?? 0), rows: this.#rows })
    this.#answered += 1
    this.#turn()
  }

  handleError(error: unknown, connection: unknown): void {
    for (const { name = '' } of this.asked) delete (connection as Wire).submittedNamedStatements[name]
    this.callback(error)
  }

  handleReadyForQuery(): void {
    this.callback()
  }

  #turn() {
    const next = this.asked[this.#answered]
    this.name = next?.name
    this.text = next?.text ?? ''
    this.#reader = this.name ? this.#descriptions.get(this.name) : undefined
    this.#rows = []
    this.#misread = undefined
  }

  #fail(error: unknown) {
    const [failed, ...undone] = this.asked.slice(this.#answered)
    failed?.reject?.(error)
    for (const { reject } of undone) reject?.(new Error('what was asked before it has failed', { cause: error }))
    this.#answered = this.asked.length
  }
}
