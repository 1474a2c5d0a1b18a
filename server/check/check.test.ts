import { expect, test } from 'vitest'
import { readSettings } from '#server/config/config.ts'
import { readerOf } from '#server/config/environment.ts'
import { type Check, ok, runChecks, wrong } from './check.ts'

const deployment = {
  settings: readSettings(readerOf({})),
  keys: undefined,
  database: new Promise<never>(() => {}),
  mailTo: undefined,
  now: () => new Date(),
}
const run = async (checks: Check[]) => {
  const lines: string[] = []
  const { isWell } = await runChecks(checks, deployment, (line) => lines.push(line))
  return { isWell, lines }
}

test('checks run at the same time, and their lines are printed in order', async () => {
  const second = Promise.withResolvers<void>()
  const checks: Check[] = [
    { about: 'First', look: () => second.promise.then(() => [ok('well')]) },
    {
      about: 'Second',
      look: async () => {
        second.resolve()
        return [ok('well'), ok('also')]
      },
    },
  ]
  expect(await run(checks)).toEqual({
    isWell: true,
    lines: ['ok     First        well', 'ok     Second       well', 'ok     Second       also'],
  })
})

test('the whole check fails if one part fails', async () => {
  const checks: Check[] = [
    { about: 'First', look: () => Promise.reject(new Error('two\nlines\u001B[2J')) },
    { about: 'Second', look: async () => [wrong('This.')] },
    { about: 'Third', look: async () => [ok('well')] },
  ]
  expect(await run(checks)).toEqual({
    isWell: false,
    lines: ['wrong  First        two lines [2J', 'wrong  Second       This.', 'ok     Third        well'],
  })
})
