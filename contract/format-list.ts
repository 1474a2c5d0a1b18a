/**
 * Joins names without an 'and' before the last: 三浦 航太、小野寺 徹. `Intl.ListFormat` of the type `unit` would join Chinese
 * names with nothing, and Japanese ones with a space.
 */
export function formatList(language: string, names: string[]) {
  const three = new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' }).formatToParts('abc')
  return names.join(three.find(({ type }) => type === 'literal')?.value)
}
