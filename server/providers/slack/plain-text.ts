/** Slack's own escapes, undone. */
const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/**
 * What somebody has written at Slack, as text (its "Formatting text").
 * @param nameOf the member that somebody there is; undefined where they are none
 * @returns the text, and whom it names
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
