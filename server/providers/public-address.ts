import { lookup as resolve } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** What no name that a member types may lead to: this machine, its network, and what is reserved (RFC 6890). */
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

/** Of IPv6 only global unicast, without what carries an IPv4 address in it or documents. */
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

/** Not reached: it would not be a public address. */
export class AddressRefused extends Error {}

/**
 * For a socket: the name is resolved once, and the connection goes to what was looked at, so that a second answer of the
 * name server cannot lead elsewhere. One address that is not public refuses the name.
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

/** Whether a name, or an address, leads to public addresses alone at this moment. */
export async function isPublicName(host: string): Promise<boolean> {
  if (isIP(host)) return isPublic(host)
  const found = await resolve(host, { all: true }).catch(() => [])
  return found.length > 0 && found.every(({ address }) => isPublic(address))
}
