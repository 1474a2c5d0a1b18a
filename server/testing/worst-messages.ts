import { messageValuesAtMost } from '#server/http/requests/json-body.ts'
import { manyNames } from './worst-bodies.ts'

/** Messages of the Model Context Protocol. At `%`, the library accepts objects with any names. */
const places: Record<string, string> = {
  'initialize, experimental capabilities':
    '"id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{"experimental":%},"clientInfo":{"name":"a","version":"1"}}',
  'initialize, capabilities':
    '"id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":%,"clientInfo":{"name":"a","version":"1"}}',
  'initialize, client':
    '"id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":%}',
  'initialize, icons':
    '"id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1","icons":[%]}}',
  'call, meta': '"id":1,"method":"tools/call","params":{"name":"get_day","_meta":%}',
  'call, arguments': '"id":1,"method":"tools/call","params":{"name":"get_day","arguments":%}',
  'call, params': '"id":1,"method":"tools/call","params":%',
  'list, meta': '"id":1,"method":"tools/list","params":{"_meta":%}',
  'ping, meta': '"id":1,"method":"ping","params":{"_meta":%}',
  'cancelled, meta': '"method":"notifications/cancelled","params":{"requestId":1,"_meta":%}',
  'progress, meta': '"method":"notifications/progress","params":{"progressToken":1,"progress":1,"_meta":%}',
  'roots, meta': '"method":"notifications/roots/list_changed","params":{"_meta":%}',
  'unknown, params': '"id":1,"method":"unknown","params":%',
  result: '"id":1,"result":%',
  error: '"id":1,"error":{"code":1,"message":"a","data":%}',
}

/** Yields the slowest messages for `POST /mcp`. @param limit bytes */
export function* worstMessages(limit: number): Generator<[string, string]> {
  for (const [place, message] of Object.entries(places))
    for (const atMost of [Infinity, messageValuesAtMost - 20]) {
      const names = manyNames(limit - 300, atMost)
      const objects = names.replaceAll(':0', ':{}').slice(0, limit - 400)
      const closed = `${objects.slice(0, objects.lastIndexOf(','))}}`
      const numbers = `0${',0'.repeat(Math.min((limit - 300) / 2, atMost))}`
      const values = place.endsWith('icons') ? { numbers } : { names, objects: closed, numbers: `[${numbers}]` }
      for (const [kind, value] of Object.entries(values))
        yield [`${place}: ${atMost} ${kind}`, `{"jsonrpc":"2.0",${message.replace('%', () => value)}}`]
    }
}
