import { lookup as resolve } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Addresses that names from members must not resolve to: this machine, its network and reserved ranges (RFC 6890). */
const inside = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, bits, 'ipv4')

/** For IPv6, only global unicast is allowed, except ranges with an embedded IPv4 address and documentation ranges. */
const outside = new BlockList()
outside.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inside.addSubnet(network, bits, 'ipv6')

export function isPublic(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !inside.check(address, 'ipv4')
  return version === 6 && outside.check(address, 'ipv6') && !inside.check(address, 'ipv6')
}

/** The address is not public; no connection was opened. */
export class AddressRefused extends Error {}

/**
 * Resolves a name once and connects to the checked addresses, so that a second DNS response cannot lead elsewhere.
 * Refuses the name if one address is not public.
 */
export const lookUpPublic: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { all: true, family: options.family === 4 || options.family === 6 ? options.family : 0 }).then(
    (found) => {
      if (!found.every(({ address }) => isPublic(address))) return done(new AddressRefused(), [])
      if (options.all) return done(null, found)
      return done(null, found[0]!.address, found[0]!.family)
    },
    (error: NodeJS.ErrnoException) => done(error, []),
  )
}

export type AddressFault = 'not_public' | 'host_not_found'

/** Resolves a host. Returns undefined if it leads to public addresses only at this moment. */
export async function faultOfHost(host: string): Promise<AddressFault | undefined> {
  if (isIP(host)) return isPublic(host) ? undefined : 'not_public'
  const found = await resolve(host, { all: true }).catch(() => [])
  if (found.length === 0) return 'host_not_found'
  return found.every(({ address }) => isPublic(address)) ? undefined : 'not_public'
}
