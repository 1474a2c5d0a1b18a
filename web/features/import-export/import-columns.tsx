import { useLocale, useTranslations } from 'use-intl'
import { columnOfField, type ImportColumn, importColumns, type ImportedReports } from '#contract/import.ts'
import { formatList } from '#contract/format-list.ts'
import type { ControlledProps } from '../../ui/controlled-props.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select.tsx'
import type { ImportTable } from './queries.ts'

const leftOut = '#0'
const textColumns = Object.values(columnOfField)

/** Returns the text fields that have no column and that the member has not left out (E4.01). */
export const missingColumns = (preview: ImportedReports, { columns }: ImportTable) =>
  textColumns.filter((column) => preview.column_numbers[column] === null && columns[column] !== leftOut)

type Props = ControlledProps<ImportTable> & { preview: ImportedReports }

export function ImportColumns({ preview, value: table, onChange }: Props) {
  const t = useTranslations('transfer')
  const locale = useLocale()
  const { headings, column_numbers: numbers } = preview
  const used = Object.values(numbers)
  const nameOf = (heading: string, place: number) => {
    const number = t('columnNumber', { number: place + 1 })
    if (heading.trim() === '') return number
    return headings.indexOf(heading) === headings.lastIndexOf(heading) ? heading : `${heading} (${number})`
  }
  const unused = headings.map(nameOf).filter((_, place) => !used.includes(place + 1))
  const optionsOf = (column: ImportColumn) => {
    const none = [
      ...(column === 'email' && !preview.author_needed ? [] : [{ value: '', name: t('chooseColumn') }]),
      ...(column === 'date' ? [] : [{ value: leftOut, name: t(column === 'email' ? 'noEmail' : 'leaveOut') }]),
    ]
    return [...none, ...headings.map((heading, place) => ({ value: `#${place + 1}`, name: nameOf(heading, place) }))]
  }
  const valueOf = (column: ImportColumn) => {
    const number = numbers[column]
    if (number !== null) return `#${number}`
    if (column === 'email') return preview.author_needed ? '' : leftOut
    return column !== 'date' && table.columns[column] === leftOut ? leftOut : ''
  }
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-2 bg-sunken p-4 forced-colors:border">
      <legend className="sr-only">{t('columnsAbout')}</legend>
      <p aria-hidden className="t-13b">
        {t('columnsAbout')}
      </p>
      <div className="grid gap-4 two-columns">
        {importColumns.map((column) => (
          <div key={column} className="grid min-w-0 content-start gap-1.5">
            <Select
              label={column === 'email' ? t('whose') : t(`column.${column}`)}
              value={valueOf(column)}
              options={optionsOf(column)}
              onChange={(value) => onChange({ ...table, columns: { ...table.columns, [column]: value } })}
            />
            <Samples preview={preview} place={numbers[column]} label={t('samples', { field: t(`column.${column}`) })} />
          </div>
        ))}
      </div>
      {(preview.date_order_needed || table.dateOrder) && (
        <RadioGroup
          legend={t('dateOrder')}
          look="side"
          values={['day_first', 'month_first'] as const}
          value={table.dateOrder ?? ('' as 'day_first')}
          onChange={(dateOrder) => onChange({ ...table, dateOrder })}
        >
          {(order) => t(`dateOrders.${order}`)}
        </RadioGroup>
      )}
      {unused.length > 0 && (
        <p className="t-12 wrap-anywhere text-text-2">{t('unusedColumns', { columns: formatList(locale, unused) })}</p>
      )}
    </fieldset>
  )
}

function Samples({ preview, place, label }: { preview: ImportedReports; place: number | null; label: string }) {
  if (place === null) return
  return (
    <ul aria-label={label} className="min-w-0 t-12 text-text-2">
      {preview.samples.map((row, index) => (
        <li key={index} dir="auto" className="truncate">
          {row[place - 1]?.trim() || '–'}
        </li>
      ))}
    </ul>
  )
}
