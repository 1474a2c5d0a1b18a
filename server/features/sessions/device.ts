import { parse } from 'bowser'

/**
 * Browser and system as people call them, e.g. Safari · iPhone.
 * @param userAgent what the browser calls itself; null or '' where it said nothing
 * @returns null where neither is known
 */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null
  const { browser, os, platform } = parse(userAgent)
  // Of Apple's the model says more than the system, and it is the only vendor that names it.
  const system = (platform.vendor === 'Apple' && platform.model) || os.name
  return [browser.name, system].filter(Boolean).join(' · ') || null
}
