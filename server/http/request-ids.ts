import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** As proxies make them: a UUID, hexadecimal digits, HAProxy's `address:port_time`. Nothing that a log, a page or a shell would mistake. */
const sound = /^[\w.:=+/-]{8,128}$/u

/**
 * What each request is called in the log and in its answer: the id that a trusted proxy has given it, else one of ours.
 * @param trusts whether the id of who is connected from there counts
 */
export function requestIds(trusts: (address: string | undefined) => boolean) {
  return ({ headers, socket }: IncomingMessage): string => {
    const given = headers['x-request-id']
    if (typeof given === 'string' && sound.test(given) && trusts(socket.remoteAddress)) return given
    // Of a UUID, since Node has the randomness for a hundred of them at hand; short enough to be read out to an operator.
    return randomUUID().slice(-12)
  }
}
