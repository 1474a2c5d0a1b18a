import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { plainIPv6 } from '#server/access/attempts/network.ts'

/**
 * Rewrites `X-Forwarded-For` to plain addresses before Fastify reads it (E6.03), because rate limits compare addresses
 * as text. Removes an entry that is no address, and all entries before it, because the caller may have written them. If
 * none remains, the caller is counted by the proxy's address.
 */
export function cleanForwardedFor(headers: IncomingHttpHeaders): void {
  const given = headers['x-forwarded-for']
  if (given === undefined) return
  const entries = String(given).split(',').map(addressIn)
  const known = entries.slice(entries.lastIndexOf(undefined) + 1)
  if (known.length > 0) headers['x-forwarded-for'] = known.join(', ')
  else delete headers['x-forwarded-for']
}

const withPort = /^(?:\[(?<bracketed>[^\]]+)\](?::\d{1,5})?|(?<dotted>[\d.]+):\d{1,5})$/u

/** Returns the address of one entry in its shortest form, without brackets, port and zone. */
export function addressIn(entry: string): string | undefined {
  const text = entry.trim()
  const { bracketed, dotted } = withPort.exec(text)?.groups ?? {}
  const address = (bracketed ?? dotted ?? text).split('%', 1)[0]!
  const version = isIP(address)
  if (version !== 6) return version === 4 ? address : undefined
  return plainIPv6(address)
}
