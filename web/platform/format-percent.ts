const formats = new Map<string, Intl.NumberFormat>()

/**
 * Returns 95%, or 95 % in languages that put a space before the sign.
 * @param percent from 0 to 100
 */
export function formatPercent(language: string, percent: number): string {
  const format = formats.get(language) ?? new Intl.NumberFormat(language, { style: 'percent' })
  formats.set(language, format)
  return format.format(percent / 100)
}
