import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generate } from 'openapi-typescript-codegen'
import { expect, test } from 'vitest'
import { afterwards } from '#server/testing/afterwards.ts'
import { password, team } from '#server/testing/team.ts'

/** A program whose author knows only the API description. */
const program = `
import { AuthService, DailyReportsService, OpenAPI, TokensService } from './client/index'

export async function standUp(base: string, username: string, password: string): Promise<string[]> {
  OpenAPI.BASE = base
  const { access_token } = await AuthService.postAuthLogin({ username, password })
  OpenAPI.TOKEN = access_token
  const { token } = await TokensService.postTokens({
    name: 'client', scopes: ['read', 'write'], expires_on: new Date(Date.now() + 864e5).toISOString().slice(0, 10),
  })
  OpenAPI.TOKEN = token
  await DailyReportsService.postDailyReports({ report_date: '2026-10-23', yesterday_work: '設計', today_plan: '実装', issues: '' })
  const { reports } = await DailyReportsService.getDailyReports('2026-10-23')
  return reports.map(({ user_name, today_plan }) => user_name + ': ' + today_plan)
}
`
const strict = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes']
const forBundlers = ['--target', 'es2023', '--module', 'preserve', '--moduleResolution', 'bundler', '--types', 'node']

test('a client generated from openapi.json compiles, signs in and submits a report (N10.06)', async () => {
  const { app, member, visitor } = await team()
  const { user } = await member('早川')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo

  await mkdir('.cache', { recursive: true })
  const folder = await mkdtemp('.cache/client-')
  afterwards(() => rm(folder, { recursive: true }))
  const { body: document } = await visitor().get('/openapi.json')
  await generate({ input: document, output: join(folder, 'client'), useUnionTypes: true })
  const written = join(folder, 'stand-up.ts')
  await writeFile(written, program)
  const compiling = promisify(execFile)('node_modules/.bin/tsc', [...strict, ...forBundlers, '--ignoreConfig', written])
  expect(await compiling.catch((error: { stdout: string }) => error)).toMatchObject({ stdout: '' })

  const { standUp } = (await import(join(process.cwd(), written))) as {
    standUp: (base: string, username: string, password: string) => Promise<string[]>
  }
  expect(await standUp(`http://127.0.0.1:${port}/api`, user.email, password)).toEqual(['早川 直樹: 実装'])
})
