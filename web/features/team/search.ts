/** The same for upper and lower case, full and half width, composed and decomposed, with and without spaces. */
const fold = (text: string) => text.normalize('NFKC').toLowerCase().normalize('NFKC').replace(/\s+/gu, '')

/** Whether one of `texts` holds what is searched for; everything does while nothing is. */
export function matcherOf(search: string) {
  const wanted = fold(search)
  return (...texts: string[]) => texts.some((text) => fold(text).includes(wanted))
}
