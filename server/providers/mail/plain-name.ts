import { normalized } from '#contract/normalized.ts'
import tlds from 'tlds' with { type: 'json' }
import { charactersIn } from '#contract/characters.ts'
import { shorten } from '../shorten.ts'

const longest = 60 // characters

/** Every top-level domain of DNS, and those reserved by RFC 2606 and others. */
const topDomains = new Set([...tlds, 'example', 'test', 'invalid', 'localhost', 'local', 'internal', 'onion'])
const foreignTopDomains = tlds.filter((domain) => !/^[a-z]/u.test(domain))

/**
 * Returns whether a mail client could take the text after a dot as a top-level domain, also within a sentence. Some
 * clients read a character such as Ǳ unchanged, others as two letters. In lower case, İ becomes an i and a combining
 * dot, so the text is checked before and after that change.
 */
function beginsWithTopDomain(afterDot: string): boolean {
  const readings = [afterDot, normalized(afterDot, 'NFKC')]
  return [...readings, ...readings.map((text) => text.toLowerCase())].some((text) => {
    const label = text.replaceAll(/\p{DI}/gu, '')
    const letters = (/^[a-z]+/iu.exec(label)?.[0] ?? '').toLowerCase()
    return (
      topDomains.has(letters) ||
      label.startsWith('xn--') ||
      foreignTopDomains.some((domain) => label.startsWith(domain))
    )
  })
}

/**
 * Returns a name chosen by a stranger as safe text for an email: one line of at most 60 characters that no mail client
 * turns into a link (E1.14). Inserts spaces to break addresses. Names such as "Node.js team" and "St. Anna" stay
 * unchanged.
 */
export function plainName(name: string): string {
  const plain = name
    .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '') // zero-width joiners are part of emoji and of some languages
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/[/\\]{2,}|\\/gu, ' ')
    .replaceAll(/(?<=[a-z]):(?=\S)/giu, ': ')
    .replaceAll(/(?<=[\p{L}\p{M}\p{N}_+-])[@＠﹫](?=\S)/gu, '$& ')
    .replaceAll(/(?<=www)[.。．｡․﹒](?=\S)/giu, '$& ')
    .replaceAll(/(?<=\d)\.(?=\d{1,3}\.\d{1,3}\.\d)/gu, '. ')
    .replaceAll(/([.。．｡․﹒])([\p{L}\p{M}\p{N}\p{Cf}-]+)/gu, (whole, dot: string, label: string) =>
      beginsWithTopDomain(label) ? `${dot} ${label}` : whole,
    )
    .replaceAll(/ {2,}/gu, ' ')
    .trim()
  return shorten(plain, (text) => charactersIn(text) <= longest)
}
