import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'asakai-lint-'))
  const config = {
    jsPlugins: [resolve('scripts/keyboard-rules.ts')],
    rules: { 'keyboard/ime-key': 'error' },
    categories: { correctness: 'off' },
  }
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config))
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['refuses a handler that acts on Enter', `const act = (event: KeyboardEvent) => event.key === 'Enter'`, false],
  ['refuses a handler that takes the key apart', `const act = ({ key }: KeyboardEvent) => key === 'Escape'`, false],
  [
    'refuses a handler without a type',
    `const a = <p onKeyDown={(event) => event.key === 'Escape' && close()} />`,
    false,
  ],
  ['refuses a second way to know a composition', `const is = (event) => event.isComposing`, false],
  ['takes a handler that asks first', `const act = (event: KeyboardEvent) => !isImeKey(event) && event.key`, true],
  ['takes a handler that passes the event on', `const a = <p onKeyDown={(event) => turn(event)} />`, true],
])('%s', (_, code, isTaken) => {
  writeFileSync(join(folder, 'example.tsx'), `${code}\n`)
  const { status } = spawnSync('oxlint', ['-c', '.oxlintrc.json', 'example.tsx'], { cwd: folder })
  expect(status).toBe(isTaken ? 0 : 1)
})
