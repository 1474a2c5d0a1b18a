const most = 20 // lines

/** Returns an error if the first release has so many lines that they list every change, not what the product does. */
export function longChangelog(text: string): string[] {
  if (!text.includes('To become 1.0.0')) return []
  const lines = text.split(/^(?=## \[)/mu)[1]?.match(/^- /gmu)?.length ?? 0
  return lines > most
    ? [`CHANGELOG.md lists ${lines} changes of the first release, at most ${most}: put abilities into docs/features.md`]
    : []
}
