import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { operatorMessage } from './operator-message.ts'

const failing = (script: string) =>
  promisify(execFile)(process.execPath, ['-e', script]).catch((error: unknown) => error)

test('the message for operators has the whole output of a failed program', async () => {
  const failure = await failing("console.error('initdb: could not access directory'); process.exit(1)")
  expect(operatorMessage(failure)).toBe(failure)
})

test('the message for operators explains a full disk in one line', async () => {
  const failure = await failing("console.error('initdb: could not write: No space left on device'); process.exit(1)")
  expect(operatorMessage(failure)).toContain('The disk of DATA_DIR or of the database is full')
})
