import { type ComponentProps, createContext, type CSSProperties, type ReactNode, type Ref, useContext } from 'react'

/** Each row lays out its own cells. In a table layout, new rows would move the earlier ones. */
const short = '@min-[800px]:flex'

/** Each row is its own grid, which a table layout cannot do. */
const wide = 'not-print:wide:grid not-print:wide:grid-cols-(--columns)'

/**
 * The table becomes ruled cards below 821 pixels (`short`: 800). Printed, it has a table layout, so that each page
 * repeats the head.
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
    // Stretched cells would need a second layout pass.
    row: `@max-[799px]:py-4 @min-[800px]:items-start ${short}`,
    cell: '@min-[800px]:py-3 @min-[800px]:not-last:pr-4',
    bars: '',
  },
} as const

const Look = createContext<(typeof looks)[keyof typeof looks]>(looks.wide)

/**
 * `width` is a grid track; `short` tables set the width in `className`. In cards the heads are for screen readers only,
 * because each card has its own labels.
 */
export type Column = { name: string; width?: string; className?: string }

type Props = { look?: keyof typeof looks; columns: readonly Column[] }

/**
 * A table, or ruled cards if the content is narrow. Both are one table element. The explicit roles are necessary
 * because a table with block layout loses its roles.
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

/** @param isLast the last row of a group, with a stronger rule */
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
 * A cell that shows its label at the left in the card layout. Screen readers already get the column head.
 * @param isOther the label differs from the column head, so it is also shown in the table and announced
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
 * The table with its real heads while its data is loading.
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
