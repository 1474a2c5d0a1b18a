import * as z from 'zod/mini'

// A backup is gzip of lines of UTF-8 text. The first line is the header. Then comes each table: a line with its name
// and columns, its rows as PostgreSQL's COPY writes them (text format), and a line `\.`. The last line is the manifest.

/** The version of this format. A reader rejects a later version. */
export const format = 1
export const endOfRows = '\\.\n'

const Name = z.string().check(z.minLength(1), z.maxLength(63))
const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/u))
const Count = z.int().check(z.minimum(0))

export const Header = z.object({
  asakai: z.literal('backup'),
  format: z.int(),
  /** The version of the product, as in package.json. */
  version: z.string(),
  taken_at: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: Sha256 })),
})
export type Header = z.infer<typeof Header>

export const TableLine = z.object({ table: Name, columns: z.array(Name).check(z.minLength(1)) })
export type TableLine = z.infer<typeof TableLine>

export const Manifest = z.object({
  /**
   * The tables in the order of the file. They can be loaded in this order: a table comes after the tables that it
   * refers to.
   */
  tables: z.array(z.object({ table: Name, rows: Count, sha256: Sha256 })),
  /** The states of the sequences of identity columns. */
  sequences: z.array(
    z.object({ table: Name, column: Name, value: z.string().check(z.regex(/^\d+$/u)), called: z.boolean() }),
  ),
  /** The hash of every byte before this line. */
  sha256: Sha256,
})
export type Manifest = z.infer<typeof Manifest>

/** Returns the number of rows of all tables. */
export const countRows = ({ tables }: Pick<Manifest, 'tables'>) => tables.reduce((sum, { rows }) => sum + rows, 0)
