import { isIPv6, SocketAddress } from 'node:net'

const mapped = /^::ffff:(?=\d+\.)/u

/** Returns the shortest form of an IPv6 address, without its zone. An IPv4-mapped address becomes plain IPv4. */
export const plainIPv6 = (address: string): string =>
  new SocketAddress({ address: address.split('%', 1)[0]!, family: 'ipv6' }).address.replace(mapped, '')

/**
 * Returns the key by which rate limits count an address. A subscriber has a whole IPv6 /64 (RFC 6177, RIPE-690), so all
 * of its addresses share a key. An IPv4 address is its own key.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const plain = plainIPv6(address)
  if (!isIPv6(plain)) return plain
  const [before, after] = plain.split('::', 2).map((half) => (half === '' ? [] : half.split(':')))
  const zeros = after === undefined ? 0 : 8 - groupsIn(before!) - groupsIn(after)
  const groups = [...before!, ...Array<string>(zeros).fill('0'), ...(after ?? [])]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Counts the 16-bit groups of one side of `::`. A trailing dotted quad, as in `::1.2.3.4`, counts as two. */
const groupsIn = (half: string[]) => half.length + (half.at(-1)?.includes('.') ? 1 : 0)
