/** Decodes Slack's escapes. */
const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/**
 * Converts a Slack message to plain text (Slack's "Formatting text").
 * @param nameOf returns the member for a Slack user, or undefined
 * @returns the text and the mentioned members
 */
export function plainText(
  text: string,
  nameOf: (personId: string) => { id: string; name: string } | undefined,
): { body: string; named: string[] } {
  const named: string[] = []
  const body = text.replaceAll(/<([^<>]*)>/gu, (_, inner: string) => {
    const [target = '', label] = inner.split('|', 2)
    if (target.startsWith('@')) {
      const member = nameOf(target.slice(1))
      if (member) named.push(member.id)
      return `@${member?.name ?? label ?? target.slice(1)}`
    }
    if (target.startsWith('#')) return `#${label ?? target.slice(1)}`
    if (target.startsWith('!')) return label ?? `@${target.slice(1)}`
    return label === undefined || label === target ? target : `${label} (${target})`
  })
  return { body: unescaped(body).trim(), named: [...new Set(named)] }
}
