import { compile } from '@fastify/proxy-addr'
import type { Config } from '#server/config.ts'

/** Whether what is connected under an address is a proxy of the operator's, as Fastify reads `TRUST_PROXY`. */
export function trusting({ trustProxy }: Pick<Config, 'trustProxy'>): (address: string | undefined) => boolean {
  if (typeof trustProxy !== 'string') return () => trustProxy
  const trusts = compile(trustProxy.split(',').map((each) => each.trim()))
  return (address = '') => trusts(address, 0)
}
