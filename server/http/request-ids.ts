import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { compile } from '@fastify/proxy-addr'
import type { Config } from '#server/config.ts'

/** As proxies make them: a UUID, hexadecimal digits, HAProxy's `address:port_time`. Nothing that a log, a page or a shell would mistake. */
const sound = /^[\w.:=+/-]{8,128}$/u

/** What each request is called in the log and in its answer: the id that a trusted proxy has given it, else one of ours. */
export function requestIds({ trustProxy }: Pick<Config, 'trustProxy'>) {
  const trusts =
    typeof trustProxy === 'string' ? compile(trustProxy.split(',').map((each) => each.trim())) : () => trustProxy
  return ({ headers, socket }: IncomingMessage): string => {
    const given = headers['x-request-id']
    const isTaken = typeof given === 'string' && sound.test(given) && trusts(socket.remoteAddress ?? '', 0)
    return isTaken ? given : randomBytes(6).toString('hex') // short enough to be read out to an operator
  }
}
