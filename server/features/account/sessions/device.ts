import { parse } from 'bowser'

/**
 * Returns the common names of a browser and its system, such as Safari · iPhone.
 * @param userAgent the User-Agent header; null or '' if there was none
 * @returns null if neither is known
 */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null
  const { browser, os, platform } = parse(userAgent)
  // Apple's model says more than its system. Other vendors do not include the model.
  const system = (platform.vendor === 'Apple' && platform.model) || os.name
  return [browser.name, system].filter(Boolean).join(' · ') || null
}
