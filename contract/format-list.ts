/**
 * Joins names without an "and": 三浦 航太、小野寺 徹. `Intl.ListFormat` with the type `unit` would use no separator in Chinese,
 * and a space in Japanese.
 */
export function formatList(language: string, names: string[]) {
  const three = new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' }).formatToParts('abc')
  return names.join(three.find(({ type }) => type === 'literal')?.value)
}
