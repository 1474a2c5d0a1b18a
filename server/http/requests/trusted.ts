import { compile } from '@fastify/proxy-addr'
import type { Config } from '#server/config/config.ts'

/** Returns a function that tells whether an address is a trusted proxy, as Fastify interprets `TRUST_PROXY`. */
export function isTrustedProxyOf({ trustProxy }: Pick<Config, 'trustProxy'>): (address: string | undefined) => boolean {
  if (typeof trustProxy !== 'string') return () => trustProxy
  const trusts = compile(trustProxy.split(',').map((each) => each.trim()))
  return (address = '') => trusts(address, 0)
}
