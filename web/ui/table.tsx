import { type ComponentProps, createContext, type CSSProperties, type ReactNode, type Ref, useContext } from 'react'

/** Each row is a flex box, so that new rows do not move earlier ones. In a table layout, they would. */
const short = '@min-[800px]:flex'

/** Each row is a grid with the columns of the table. A table layout cannot do this. */
const wide = 'not-print:wide:grid not-print:wide:grid-cols-(--columns)'

/**
 * The classes of the two kinds of tables. A table becomes a list of cards in a narrow container: `wide` below 821
 * pixels, `short` below 800. In print, a wide table has a table layout, so that the head is repeated on each page.
 */
const looks = {
  wide: {
    table: 'print:table print:table-fixed',
    head: 'not-print:block narrow:sr-only',
    headRow: wide,
    column: 'not-last:pr-8 not-print:w-auto!',
    body: 'print:table-row-group',
    row: `narrow:py-4 print:table-row ${wide}`,
    cell: 'wide:py-4 wide:not-last:pr-8 print:table-cell print:align-top',
    bars: 'narrow:mt-2',
  },
  short: {
    table: '',
    head: '@max-[799px]:sr-only @min-[800px]:block',
    headRow: short,
    column: 'not-last:pr-4',
    body: '',
    // Stretched cells would take the browser a second layout pass.
    row: `@max-[799px]:py-4 @min-[800px]:items-start ${short}`,
    cell: '@min-[800px]:py-3 @min-[800px]:not-last:pr-4',
    bars: '',
  },
} as const

const Look = createContext<(typeof looks)[keyof typeof looks]>(looks.wide)

/**
 * A column of a table. `width` is a grid track. A `short` table has the width in `className` instead. In cards, only
 * screen readers get the column names, because each card has its own labels.
 */
export type Column = { name: string; width?: string; className?: string }

type Props = { look?: keyof typeof looks; columns: readonly Column[] }

/**
 * A table, or a list of cards if the content is narrow. Both use the same table elements. They have explicit roles,
 * because browsers drop the roles of table elements with another layout.
 */
export function Table({
  ref,
  look = 'wide',
  columns,
  label,
  children,
}: Props & { ref?: Ref<HTMLTableElement>; label?: string; children: ReactNode }) {
  const { table, head, headRow, column, body } = looks[look]
  return (
    <table
      ref={ref}
      role="table"
      aria-label={label}
      className={`block w-full border-collapse ${table}`}
      style={{ '--columns': columns.map(({ width = 'minmax(0, 1fr)' }) => width).join(' ') } as CSSProperties}
    >
      <thead role="rowgroup" className={head}>
        <tr role="row" className={`border-b border-rule ${headRow}`}>
          {columns.map(({ name, width, className = '' }) => (
            <th
              key={name}
              role="columnheader"
              scope="col"
              className={`py-2 text-left t-12 text-text-3 ${column} ${className}`}
              style={{ width }}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className={`block ${body}`}>
        <Look value={looks[look]}>{children}</Look>
      </tbody>
    </table>
  )
}

/** @param isLast whether the row is the last one of a group, and has a stronger line below it */
export function TableRow({ isLast = false, className = '', ...rest }: ComponentProps<'tr'> & { isLast?: boolean }) {
  const { row } = useContext(Look)
  const rule = isLast ? 'border-rule-strong' : 'border-rule'
  return <tr role="row" className={`block border-b ${rule} ${row} ${className}`} {...rest} />
}

export function RowHead({ className = '', ...rest }: ComponentProps<'th'>) {
  const { cell } = useContext(Look)
  return <th role="rowheader" scope="row" className={`block text-left ${cell} ${className}`} {...rest} />
}

export function Cell({ className = '', colSpan, ...rest }: ComponentProps<'td'>) {
  const { cell } = useContext(Look)
  const style = colSpan ? { gridColumn: `span ${colSpan}` } : undefined
  return <td role="cell" colSpan={colSpan} className={`block ${cell} ${className}`} style={style} {...rest} />
}

const labelled =
  'narrow:grid narrow:grid-cols-[4.5rem_minmax(0,1fr)] narrow:lang-cjk:grid-cols-[3.25rem_minmax(0,1fr)] narrow:gap-x-3 narrow:pt-2'

/**
 * A cell that shows its label on the left in a card. In the table, screen readers announce the column name instead.
 * @param isOther whether the label differs from the column name; then the table shows and announces it as well
 */
export function LabelledCell({
  label,
  isOther = false,
  className = '',
  children,
}: {
  label: string
  isOther?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <Cell className={`${labelled} ${className}`}>
      <span aria-hidden={!isOther} className={`pt-1 t-12 text-text-3 ${isOther ? 'wide:block' : 'wide:hidden'}`}>
        {label}
      </span>
      {children}
    </Cell>
  )
}

/**
 * A table with its column names and placeholders in its cells, shown while the data is loading.
 * @param rows the content of the cells of each row
 */
export function TableSkeleton({ rows, ...table }: Props & { rows: readonly (readonly ReactNode[])[] }) {
  const { bars } = looks[table.look ?? 'wide']
  return (
    <Table {...table}>
      {rows.map((cells, row) => (
        <TableRow key={row}>
          {cells.map((cell, column) => (
            <Cell key={column} className={`${bars} ${table.columns[column]?.className ?? ''}`}>
              {cell}
            </Cell>
          ))}
        </TableRow>
      ))}
    </Table>
  )
}
