import { Bar } from '../../ui/states.tsx'
import { AchievementHead } from './achievement-table.tsx'

/** Widths of the lines of five days, in per cent of their column: work, issues. */
const rows = [
  [[62, 48], [18]],
  [[54, 40], [70]],
  [[66, 52], [18]],
  [[48, 58], [18]],
  [[60], [56]],
] as const

/** The final layout with its real heads, before the words are there. */
export function AchievementSkeleton() {
  const cell = 'block narrow:mt-2 wide:table-cell wide:py-4 wide:pr-8 wide:align-top'
  return (
    <table className="block w-full border-collapse wide:table wide:table-fixed">
      <AchievementHead />
      <tbody className="block wide:table-row-group">
        {rows.map((fields, index) => (
          <tr key={index} className="block border-b border-rule narrow:py-4 wide:table-row">
            <td className={cell}>
              <span className="block w-10">
                <Bar width="100%" />
              </span>
            </td>
            {fields.map((widths, field) => (
              <td key={field} className={cell}>
                {widths.map((width, line) => (
                  <Bar key={line} width={`${width}%`} />
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
