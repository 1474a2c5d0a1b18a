import * as fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { readRequest } from './requests.ts'

const message = { type: 'message', channel: 'C1', user: 'U1', ts: '1.1', thread_ts: '1.0', text: 'はい' }
const event = (value: object) => ({ type: 'event_callback', team_id: 'T1', event: value })
const person = { team: { id: 'T1' }, user: { id: 'U1' } }
const pressed = (value: string) => ({
  type: 'block_actions',
  ...person,
  trigger_id: '1',
  actions: [{ action_id: 'write_report', value }],
})

const payloads: Record<string, object> = {
  command: { command: '/asakai', team_id: 'T1', user_id: 'U1', trigger_id: '1' },
  button: pressed(newId()),
  reply: event(message),
  changed: event({ type: 'message', subtype: 'message_changed', channel: 'C1', message }),
  deleted: event({ type: 'message', subtype: 'message_deleted', channel: 'C1', previous_message: message }),
  revoked: event({ type: 'tokens_revoked', tokens: { bot: ['U2'] } }),
  submission: {
    type: 'view_submission',
    ...person,
    view: {
      id: 'V1',
      callback_id: 'report',
      private_metadata: '{}',
      state: { values: { today_plan: { text: { value: '実装' } } } },
    },
  },
}

test.each(Object.entries(payloads))('a payload of Slack is recognised: %s', (_, payload) => {
  expect(readRequest(payload)).toBeDefined()
})

/** Returns the paths of all texts in a value. */
const textsIn = (value: unknown): string[][] =>
  typeof value === 'string'
    ? [[]]
    : Object.entries(value ?? {}).flatMap(([key, below]) => textsIn(below).map((path) => [key].concat(path)))

const replaced = (value: unknown, [key, ...path]: string[], text: unknown): unknown => {
  if (key === undefined) return text
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = replaced(copy[key], path, text)
  return copy
}

const unstorable = ['a\0b', '\0', '\ud800', 'a\udc00']
const hostile = fc.oneof(
  fc.constantFrom(...unstorable),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('x'.repeat(300_000), '__proto__', ''),
  fc.anything(),
)

test.each(Object.entries(payloads))(
  'a request of Slack yields no text that PostgreSQL cannot store: %s',
  (_, payload) => {
    const places = textsIn(payload)
    const isStorable = (value: unknown) => !/\\u0000|\\ud[89a-f]/u.test(JSON.stringify(value) ?? '')
    fc.assert(
      fc.property(fc.constantFrom(...places), hostile, (place, text) => {
        expect(isStorable(readRequest(replaced(payload, place, text)))).toBe(true)
      }),
      { numRuns: 500 },
    )
  },
)

test("a team's id in capitals in a Slack request is the same id", () => {
  const id = newId()
  expect(readRequest(pressed(id.toUpperCase()))).toEqual(readRequest(pressed(id)))
})
