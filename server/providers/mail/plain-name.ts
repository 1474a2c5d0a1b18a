import { normalized } from '#contract/normalized.ts'
import tlds from 'tlds' with { type: 'json' }
import { charactersIn } from '#contract/characters.ts'
import { shorten } from '../shorten.ts'

const longest = 60 // characters

/** Every domain at the top of DNS, and those that RFC 2606 and others reserve. */
const topDomains = new Set([...tlds, 'example', 'test', 'invalid', 'localhost', 'local', 'internal', 'onion'])
const foreignTopDomains = tlds.filter((domain) => !/^[a-z]/u.test(domain))

/**
 * Returns whether a reader's program could take the text after a dot for the end of a host's name, also within a sentence.
 * Some programs read a letter such as Ǳ as it is, others as the two letters that it stands for.
 */
function beginsWithTopDomain(afterDot: string): boolean {
  return [afterDot, normalized(afterDot, 'NFKC')].some((text) => {
    const label = text.toLowerCase().replaceAll(/\p{DI}/gu, '')
    const letters = /^[a-z]+/u.exec(label)?.[0] ?? ''
    return (
      topDomains.has(letters) ||
      label.startsWith('xn--') ||
      foreignTopDomains.some((domain) => label.startsWith(domain))
    )
  })
}

/**
 * Returns a name that strangers may have chosen as it stands in a letter: one line of at most 60 characters that no
 * reader's program makes a link of (E1.14). Spaces break addresses. Names such as "Node.js team" and "St. Anna" stay.
 */
export function plainName(name: string): string {
  const plain = name
    .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '') // joiners belong to emoji and to words of some languages
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
