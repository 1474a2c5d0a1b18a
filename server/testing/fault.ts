import type { ServerResponse } from 'node:http'

/** A network or service failure that the stand-ins do not produce themselves. */
export type Fault =
  | { status?: number; headers?: Record<string, string>; body: unknown }
  | 'silence'
  | 'broken JSON'
  | 'truncated'
  | 'hanging up'

export function answerWith(response: ServerResponse, fault: Fault): void {
  const json = { 'content-type': 'application/json' }
  if (fault === 'silence') return
  if (fault === 'hanging up') return void response.destroy()
  if (fault === 'broken JSON') return void response.writeHead(200, json).end('{"ok":true,"mem')
  if (fault === 'truncated') {
    response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"ok":true,')
    return void setImmediate(() => response.destroy())
  }
  const { status = 200, headers = {}, body } = fault
  response.writeHead(status, { ...json, ...headers }).end(typeof body === 'string' ? body : JSON.stringify(body))
}
