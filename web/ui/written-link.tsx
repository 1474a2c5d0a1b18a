import type { ReactNode } from 'react'
import { hostBehind } from '../platform/link-host.ts'

/**
 * A link that a member wrote. It shows its host, unless the words are its URL. If the URL hides its target, there is no
 * link, only text. `bdi` keeps direction characters before the link from reversing it.
 */
export function WrittenLink({
  address,
  words,
  className,
  children = words,
}: {
  address: string
  words: string
  className: string
  children?: ReactNode
}) {
  const host = hostBehind(address, words)
  if (host === undefined) return children
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={className}>
      <bdi>{children}</bdi>
      {host !== '' && <bdi dir="ltr"> ({host})</bdi>}
    </a>
  )
}
