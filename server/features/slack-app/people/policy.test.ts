import { expect, test } from 'vitest'
import { isPerson } from './policy.ts'

test.each([
  [{ id: 'U1' }, true],
  [{ id: 'U1', deleted: false, is_bot: null, is_stranger: undefined }, true],
  [{ id: 'U1', deleted: true }, false],
  [{ id: 'U1', is_bot: true }, false],
  [{ id: 'U1', is_stranger: true }, false],
  [{ id: 'USLACKBOT' }, false],
])('the Slack person %j can be invited: %s', (person, can) => expect(isPerson(person)).toBe(can))
