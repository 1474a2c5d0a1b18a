import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'asakai-sbom-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Entry = Partial<Record<'version' | 'resolved' | 'integrity', string>> &
  Partial<Record<'link' | 'inBundle', boolean>>
const entries = () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>
  }
  return Object.entries(packages).filter(([path, { link, inBundle }]) => path !== '' && !link && !inBundle)
}

test('every package of the lock file has a hash, also packages for other machines', () => {
  const unknown = entries().filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  expect(unknown.map(([path]) => path)).toEqual([])
})

const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map(
  (file) => [file, readFileSync(join(root, file), 'utf8')] as const,
)

test('every GitHub action is pinned to a commit and names its version', () => {
  const used = workflows.flatMap(([file, text]) => [...text.matchAll(/uses: (.*)/gu)].map((match) => [file, match[1]!]))
  expect(used.length).toBeGreaterThan(10)
  const pinned = /^(?:\.\/\S+|[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+)$/u
  expect(used.filter(([, action]) => !pinned.test(action!))).toEqual([])
})

test('every workflow has read-only rights, unless a job says why it must write', () => {
  for (const [file, text] of workflows) {
    expect([file, text]).toEqual([file, expect.stringMatching(/^permissions:\n {2}contents: read$/mu)])
    expect([file, text.match(/^.*: write$/gmu)]).toEqual([file, null])
  }
})

test('every package of the lock file comes from the registry', () => {
  const strangers = entries().filter(
    ([, { resolved }]) => resolved && !resolved.startsWith('https://registry.npmjs.org/'),
  )
  expect(strangers.map(([path]) => path)).toEqual([])
})

test('the list of a release’s packages names each package with its hash', () => {
  const file = join(folder, 'sbom.json')
  const environment = { ...process.env, npm_config_registry: 'http://127.0.0.1:1' }
  const { status, stderr } = spawnSync(process.execPath, ['tools/release/sbom.mjs', file], {
    cwd: root,
    encoding: 'utf8',
    env: environment,
  })
  expect([status, stderr]).toEqual([0, ''])
  const { bomFormat, specVersion, metadata, components } = JSON.parse(readFileSync(file, 'utf8'))
  expect({ bomFormat, specVersion }).toEqual({ bomFormat: 'CycloneDX', specVersion: '1.5' })
  expect(metadata.component.purl).toBe('pkg:npm/asakai@1.0.0')
  type Component = { name: string; version: string; hashes?: { alg: string; content: string }[] }
  const named = new Map((components as Component[]).map((one) => [`${one.name}@${one.version}`, one.hashes?.[0]]))
  for (const [path, { version, integrity }] of entries()) {
    const part = `${path.split('node_modules/').at(-1)}@${version}`
    const content = integrity && Buffer.from(integrity.split('-')[1]!, 'base64').toString('hex')
    expect([part, named.has(part), named.get(part)]).toEqual([part, true, content && { alg: 'SHA-512', content }])
  }
}, 120_000) // milliseconds: npm reads every installed package, on a machine that can be busy
