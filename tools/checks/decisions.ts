const decision = /^docs\/decisions\/\d{4}-/u
const index = 'docs/decisions/README.md'

/** Returns the rows that the index of the decisions lacks: number, page and title of each decision, in order. */
export function brokenIndex(files: ReadonlyMap<string, string>): string[] {
  const rows = (files.get(index) ?? '').split('\n')
  const wanted = [...files]
    .filter(([file]) => decision.test(file))
    .map(([file, text]) => {
      const [, number, title] = /^# (\d+)\. (.+)$/mu.exec(text) ?? []
      return `| [${number}](${file.slice('docs/decisions/'.length)}) | ${title} | `
    })
  return wanted
    .filter((row) => !rows.some((each) => each.startsWith(row)))
    .map((row) => `${index} has no row '${row}accepted |'`)
}
