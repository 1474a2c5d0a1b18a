/** 三浦 航太、小野寺 徹: one after another, without the 'and' that `Intl.ListFormat` puts before the last. */
export function formatList(language: string, names: string[]) {
  const three = new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' }).formatToParts('abc')
  return names.join(three.find(({ type }) => type === 'literal')?.value)
}
