import { Bar } from '../../ui/states.tsx'
import { InsightHead } from './insight-table.tsx'

/** Widths of name, type, words, date and likes of six insights, in per cent of their column. */
const rows = [84, 62, 74, 58, 66, 70].map((words) => [70, 60, words, 60, 60])

const cell = 'block @min-[640px]:table-cell @min-[640px]:py-3 @min-[640px]:pr-4'

/** The final layout with its real heads, before the words are there. */
export function InsightSkeleton() {
  return (
    <table className="block w-full border-collapse @min-[640px]:table @min-[640px]:table-fixed">
      <InsightHead />
      <tbody className="block @min-[640px]:table-row-group">
        {rows.map((widths, row) => (
          <tr key={row} className="block border-b border-rule @max-[639px]:py-4 @min-[640px]:table-row">
            {widths.map((width, column) => (
              <td key={column} className={cell}>
                <Bar width={`${width}%`} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
