import type { ReactNode } from 'react'
import { hostBehind } from '../platform/link-host.ts'

/**
 * A link that a member wrote, with its host after it. The host is left out if the words are an address of this host. If
 * the URL hides its target, there is only the text. `bdi` keeps direction characters before the link from reversing the
 * link.
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
