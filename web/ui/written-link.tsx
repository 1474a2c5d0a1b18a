import type { ReactNode } from 'react'
import { hostBehind } from '../lib/link-host.ts'

/**
 * A link that a member wrote. It shows the host if the words name another one. It stays plain text if the address hides
 * its target.
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
      {children}
      {host !== '' && <bdi dir="ltr"> ({host})</bdi>}
    </a>
  )
}
