import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * The ids that proxies create: a UUID, hexadecimal digits or HAProxy's `address:port_time`. Only characters that are
 * safe in a log, a page and a shell.
 */
const sound = /^[\w.:=+/-]{8,128}$/u

/**
 * Returns the id of a request for its log lines and response: the id from a trusted proxy, or a new id.
 * @param trusts whether to keep an id from this address
 */
export function requestIds(trusts: (address: string | undefined) => boolean) {
  return ({ headers, socket }: IncomingMessage): string => {
    const given = headers['x-request-id']
    if (typeof given === 'string' && sound.test(given) && trusts(socket.remoteAddress)) return given
    // Node pre-generates randomness for UUIDs, so this is fast. Twelve characters are short enough to read out to an
    // operator.
    return randomUUID().slice(-12)
  }
}
