// Runs the server tests that `npm test` shortens (`usualOrLong`) with all of their data: years instead of months, and
// larger teams.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, runCommand } from '../tools/run-command.mjs'
import { root } from '../tools/install.mjs'
import { conclude } from './testing/trial.ts'

const files = globSync('server/**/*.test.ts', { cwd: root }).filter((file) =>
  /testing\/(?:long|full-team)\.ts/u.test(readFileSync(join(root, file), 'utf8')),
)
const env = { ...environment, LONG_TESTS: 'yes' }
const { ok, output } = await runCommand(['vitest', 'run', ...files], env)
if (!ok) console.error(output)
conclude(`${files.length} files of tests`, { 'every test passes': ok })
