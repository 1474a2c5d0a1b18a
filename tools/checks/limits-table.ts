// Writes the limits of contract/limits.ts into docs/specification/9-constants.md. Run after each change of a limit:
// node tools/checks/limits-table.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { limits } from '#contract/limits.ts'

const page = 'docs/specification/9-constants.md'
const table = /^\| limit \|[^]*?(?=\n\n|\n?$(?![^]))/mu

/** Returns the page with a row for each limit: its name, value and unit. */
export function withLimits(text: string, source: string): string {
  const rows = Object.entries(limits).map(([name, value]) => {
    const unit = new RegExp(`^  ${name}: [\\d_]+, // (.+)$`, 'mu').exec(source)?.[1]
    if (!unit) throw new Error(`contract/limits.ts says no unit for ${name}`)
    return `| \`limits.${name}\` | ${name.endsWith('Year') ? value : value.toLocaleString('en')} | ${unit} |`
  })
  return text.replace(table, ['| limit | value | unit and meaning |', '|---|---|---|', ...rows].join('\n'))
}

export const readLimits = () => ({
  text: readFileSync(page, 'utf8'),
  source: readFileSync('contract/limits.ts', 'utf8'),
})

if (import.meta.main) {
  const { text, source } = readLimits()
  writeFileSync(page, withLimits(text, source))
}
