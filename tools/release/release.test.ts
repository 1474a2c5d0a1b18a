import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brokenLinks } from '../checks/references.ts'
import { addMachine, type Machine } from './machine.ts'
import { serverPackages, version, writeManifest } from './manifest.ts'
import { notesOf } from './notes.ts'
import { copyPackages, packagesOf } from './packages.ts'
import { copyProduct } from './product.ts'

const folder = mkdtempSync(join(tmpdir(), 'asakai-release-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
const release = join(folder, 'release')
const machine = process.arch as Machine
const files = () =>
  globSync('**/*', { cwd: release, exclude: ['bin'], withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(release, join(entry.parentPath, entry.name)))

beforeAll(() => {
  chmodSync(folder, 0o755) // if root runs this, the database runs as another user, who must be able to enter
  mkdirSync(release)
  const packages = packagesOf(serverPackages)
  copyProduct(release, { dist: undefined })
  writeManifest(release, packages)
  copyPackages(release, packages, machine)
  addMachine(release, machine)
}, 120_000) // milliseconds to copy 180 MB on a shared disk

function asakai(words: string[], env: Record<string, string> = {}) {
  const child = spawn(join(release, 'bin/asakai'), words, { cwd: folder, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'close').then(([status]) => ({ status: status as number, output: output.trim() }))
  return { child, ended, said: () => output }
}

describe('a release', () => {
  test('a release contains no tools, types, tests or source maps', () => {
    const found = files()
    expect(found.filter((file) => /\.test\.|\.map$|\.[cm]?ts$|[\\/]testing[\\/]/u.test(file))).toEqual([])
    const tools = /^node_modules\/(?:typescript|vite|react-dom|node|@types)\//u
    expect(found.filter((file) => tools.test(file))).toEqual([])
    expect(found).toContain('node_modules/fastify/LICENSE')
  })

  test('a release contains every file that its documents link to or show as a picture', () => {
    const pages = files().filter((file) => file.endsWith('.md') && !file.startsWith('node_modules'))
    const texts = new Map(pages.map((page) => [page, readFileSync(join(release, page), 'utf8')]))
    expect(pages).toContain('README.md')
    const exists = (path: string) => existsSync(join(release, path))
    expect(pages.flatMap((page) => brokenLinks(page, texts.get(page)!, texts, exists))).toEqual([])
  })

  test('a release contains every file that its code imports', () => {
    const asking = /(?:\bfrom|\bimport|\brequire\(|\bimport\()\s*(['"])(\.{1,2}\/[^'"$]+)\1/gu
    const missing = files()
      .filter((file) => /\.[cm]?js$/u.test(file) && !file.startsWith('dist'))
      .flatMap((file) => {
        const asked = [...readFileSync(join(release, file), 'utf8').matchAll(asking)].map((match) => match[2]!)
        const isThere = (root: string, path: string) =>
          ['', '.js', '.cjs', '.json', '.node', '/index.js'].some((end) =>
            existsSync(join(root, dirname(file), path + end)),
          )
        return asked
          .filter((path) => !/\.d\.[cm]?ts$/u.test(path) && !isThere(release, path) && isThere('.', path))
          .map((path) => `${file}: ${path}`)
      })
    expect(missing).toEqual([])
  })

  test(
    'an unpacked release starts without a build, and its commands work',
    { timeout: 300_000 }, // milliseconds: the test starts six processes, on a machine that can be busy
    async () => {
      const server = asakai([], { PORT: '0' })
      await expect.poll(server.said, { timeout: 120_000 }).toMatch(/ready at \S+\n/u)
      const address = /ready at (\S+)/u.exec(server.said())![1]!
      expect((await fetch(`${address}/api/readyz`)).status).toBe(200)
      expect((await fetch(`${address}/api/docs/`)).status).toBe(200)
      const described = (await (await fetch(`${address}/api/openapi.json`)).json()) as { components: object }
      expect(described.components).toHaveProperty('schemas.Report')
      expect(existsSync(join(folder, 'data'))).toBe(true)

      expect((await asakai(['check'], { PUBLIC_URL: address }).ended).status).toBe(0)
      expect(await asakai(['admin', 'list']).ended).toEqual({ status: 0, output: 'There are no accounts.' })
      expect((await asakai(['backup', 'one.backup']).ended).status).toBe(0)
      expect((await asakai(['restore', 'one.backup', '--check']).ended).output).toContain('one.backup is whole')
      server.child.kill('SIGTERM')
      expect((await server.ended).status).toBe(0)
    },
  )

  test.each([
    [['--version'], {}, 0, version],
    [
      ['run'],
      {},
      1,
      'Unknown command run. Usage: asakai [start | check | migrate | admin | backup | restore | rotate-secrets | distribute | --version]',
    ],
    [['admin'], {}, 1, expect.stringMatching(/Usage: asakai admin list \| deactivate EMAIL/u)],
    [['distribute'], {}, 1, 'DATABASE_URL must name the coordinator of a Citus cluster.'],
    [[], { PORT: 'high' }, 78, 'PORT must be a port number from 0 to 65535.'],
  ])(
    'a release with the arguments %j and the environment %j prints one sentence',
    async (words, env: Record<string, string>, status, output) => {
      expect(await asakai(words, env).ended).toEqual({ status, output })
    },
  )
})

test.each<Machine>(['x64', 'arm64'])('an archive for %s refuses a Node that is not the pinned one', (each) => {
  const other = join(folder, `node-${each}`)
  mkdirSync(join(other, 'bin'), { recursive: true })
  writeFileSync(join(other, 'bin/node'), 'another program')
  expect(() => addMachine(join(folder, each), each, other)).toThrow(/has the SHA-256 [0-9a-f]{64}; .* pins/u)
})

describe('the notes of a release', () => {
  const changelog = '# Changelog\n\n## [Unreleased]\n\nSoon.\n\n## [1.1.0]\n\nMore.\n\n## [1.0.0]\n\nFirst.\n'

  test('the notes of a release contain the changelog of its version, or the unreleased changes', () => {
    expect(notesOf(changelog, '1.1.0')).toBe('# Asakai 1.1.0\n\nMore.\n\n')
    expect(notesOf(changelog, '1.2.0')).toBe('# Asakai 1.2.0\n\nSoon.\n\n')
  })

  test('the notes of a release have no links to files of the repository', () => {
    const linked = '## [1.0.0]\n\nThe page [Features](docs/features.md), and [a site](https://example.com).\n'
    expect(notesOf(linked, '1.0.0')).toContain('The page Features, and [a site](https://example.com).')
  })

  test('the notes of a release fail for a version that the changelog lacks', () => {
    expect(() => notesOf('# Changelog\n', '1.0.0')).toThrow(/no section/u)
  })
})
