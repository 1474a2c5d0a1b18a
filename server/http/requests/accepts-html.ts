/**
 * Returns whether an `Accept` header allows HTML (RFC 9110, 12.5.1). The most specific range decides.
 * @param accept if it is missing or empty, the client accepts everything
 */
export function acceptsHtml(accept = ''): boolean {
  if (accept.trim() === '') return true
  const qualities = new Map<string, number>()
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    qualities.set(type, Math.max(qualities.get(type) ?? 0, quality ? Number(quality.slice(2)) || 0 : 1))
  }
  const quality = qualities.get('text/html') ?? qualities.get('text/*') ?? qualities.get('*/*') ?? 0
  return quality > 0
}
