import { Resolver } from 'node:dns/promises'
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

const nameServerMs = 2_000

/**
 * Resolves a name that a member or a stranger chose, by asking the name servers ourselves. `lookup` of `node:dns` would
 * occupy one of libuv's few threads while a name server is silent, and so stop the calls of all teams.
 * @throws the error of the name server, if the name has neither kind of address
 */
async function addressesOf(host: string, family: 0 | 4 | 6 = 0): Promise<{ address: string; family: 4 | 6 }[]> {
  // Name servers need not know the name of this machine (RFC 6761, 6.3).
  if (/(?:^|\.)localhost\.?$/iu.test(host)) return [{ address: '127.0.0.1', family: 4 }]
  const resolver = new Resolver({ timeout: nameServerMs, tries: 1 })
  const [four, six] = await Promise.allSettled([
    family === 6 ? [] : resolver.resolve4(host),
    family === 4 ? [] : resolver.resolve6(host),
  ])
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 as const })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 as const })) : []),
  ]
  if (found.length > 0) return found
  throw four.status === 'rejected' ? four.reason : (six as PromiseRejectedResult).reason
}

/**
 * Resolves a name once and connects to the checked addresses, so that a second DNS response cannot lead elsewhere.
 * Refuses the name if one address is not public.
 */
export const lookupPublicAddress: LookupFunction = (hostname, options, done) => {
  addressesOf(hostname, options.family === 4 || options.family === 6 ? options.family : 0).then(
    (found) => {
      if (!found.every(({ address }) => isPublic(address))) return done(new AddressRefused(), [])
      if (options.all) return done(null, found)
      return done(null, found[0]!.address, found[0]!.family)
    },
    (error: NodeJS.ErrnoException) => done(error, []),
  )
}

export type AddressFault = 'not_public' | 'host_not_found'

/**
 * Returns why a host is refused: it has no address, or an address that is not public at this moment. Returns undefined
 * if all of its addresses are public.
 */
export async function faultOfHost(host: string): Promise<AddressFault | undefined> {
  if (isIP(host)) return isPublic(host) ? undefined : 'not_public'
  const found = await addressesOf(host).catch(() => [])
  if (found.length === 0) return 'host_not_found'
  return found.every(({ address }) => isPublic(address)) ? undefined : 'not_public'
}
