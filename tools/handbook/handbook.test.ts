import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync, globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { afterwards } from '#server/testing/afterwards.ts'
import { askNodes } from '#server/testing/nodes.ts'
import { signUp } from '../../e2e/members.ts'
import { type Block, readBlocks } from './blocks.ts'
import { makeMachine } from './machine.ts'

/** Blocks that another test reads from the page and runs. */
const elsewhere = { pg_dump: 'tools/handbook/pg-dump.test.ts' }

const timeoutMs = 120_000 // milliseconds: some of these commands start a PostgreSQL, on a shared machine

const blocks = ['en', 'en-growing'].flatMap((page) => readBlocks(`docs/operators/${page}.md`))
const typed = new Set<Block>()

let machine: Awaited<ReturnType<typeof makeMachine>>
beforeAll(async () => {
  const releases = blocks.flatMap(({ text }) => text.match(/asakai-[\d.]+-linux-x64(?=\.tar)/gu) ?? [])
  machine = await makeMachine([...new Set(releases)])
}, 60_000)
afterAll(() => machine.remove())

async function follow(heading: string, [from, to]: [number, number?] = [0]): Promise<string> {
  const found = blocks.filter((block) => block.heading === heading && block.language === 'sh').slice(from, to)
  expect(found).not.toEqual([])
  let said = ''
  for (const block of found) {
    typed.add(block)
    said += await machine.type(block.text)
  }
  return said
}
const ready = async () => (await fetch(`${machine.address}/api/readyz`)).status
const email = 'misaki@example.com'

test('the steps of the handbook install the service on an empty machine', { timeout: timeoutMs }, async () => {
  await follow('Install on Debian', [0, -1])
  expect(await ready()).toBe(200)
  await signUp({ email }, machine.address)
  const checked = await follow('Install on Debian', [-1]).catch((error: Error) => error.message)
  expect(checked.match(/^wrong.*/gmu) ?? []).toEqual([expect.stringContaining('has no backup yet')])
  const tonight = new Date().toISOString().replaceAll(/[-:]|\.\d+/gu, '')
  await machine.type(`asakai backup /var/backups/asakai/asakai-${tonight}.backup`)
})

test('the handbook’s proxy configuration equals the example file', () => {
  const example = readFileSync('deploy/caddy/Caddyfile', 'utf8').replaceAll(/^(?:\t?#|\ttls).*\n/gmu, '')
  expect(machine.read('etc/caddy/Caddyfile')).toBe(example)
})

test('the handbook’s page about Docker sets every variable that the compose file needs', async () => {
  await follow('Install with Docker')
  const asked = [...readFileSync('compose.yaml', 'utf8').matchAll(/\$\{([A-Z_]+):[?]/gu)].map(([, name]) => name!)
  const set = [...machine.read('root/.env').matchAll(/^([A-Z_]+)=\S+$/gmu)].map(([, name]) => name!)
  expect(asked.length).toBeGreaterThan(1)
  expect(set).toEqual(expect.arrayContaining(asked))
})

test('a changed setting applies after the restart that the handbook describes', { timeout: timeoutMs }, async () => {
  await follow('Secure it')
  await expect(signUp({}, machine.address)).rejects.toThrow('403')
})

test(
  'the handbook’s commands write, check and test a backup while the service runs',
  { timeout: timeoutMs },
  async () => {
    const said = await follow('Back up')
    expect(said).toMatch(/today\.backup is whole/u)
    expect(said).toContain(email)
    expect(machine.exists('tmp/asakai-trial')).toBe(false)
  },
)

test(
  'the handbook’s commands restore a backup on the same machine and on a new one',
  { timeout: timeoutMs },
  async () => {
    await follow('Restore', [0, 1])
    expect(await ready()).toBe(200)
    await machine.type('systemctl stop asakai')
    copyFileSync(machine.path('var/lib/asakai/secret-key'), machine.path('root/secret-key'))
    await follow('Restore', [1])
    await machine.type('systemctl start asakai')
    expect(await follow('Keys and accounts', [0, 1])).toContain(email)
  },
)

test(
  'the handbook’s commands install a new version and return to the old version',
  { timeout: timeoutMs },
  async () => {
    expect(await follow('Upgrade', [0, -1])).toContain('No migration is pending')
    expect(machine.read('journal')).toContain('ready at')
    await follow('Upgrade', [-1])
    expect(await ready()).toBe(200)
  },
)

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
test.runIf(hasSystemd).each([['verify'], ['security', '--offline=yes', '--threshold=20']])(
  'systemd-analyze %s finds no fault in the service',
  (...words) => {
    const unit = machine.path('etc/systemd/system/asakai.service')
    const { status, stderr } = spawnSync('systemd-analyze', [...words, unit], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  },
)

test('the handbook’s commands show the state of the service', async () => {
  expect(await follow('Monitor')).toContain('ready at')
})

test('the handbook’s commands replace the secret key', { timeout: timeoutMs }, async () => {
  const before = machine.read('var/lib/asakai/secret-key')
  await follow('Keys and accounts', [1])
  expect(machine.read('var/lib/asakai/secret-key')).not.toBe(before)
  expect(await ready()).toBe(200)
})

test('the handbook’s commands move the data into an external PostgreSQL', { timeout: timeoutMs }, async () => {
  const connection = inject('template')
  const name = `handbook_${randomBytes(6).toString('hex')}`
  const statements = blocks
    .filter(({ language }) => language === 'sql')
    .flatMap(({ text }) => text.replaceAll('asakai', name).trim().split('\n'))
  await askNodes({ ...connection, database: 'postgres' }, [connection.port], statements)
  afterwards(() =>
    askNodes(
      { ...connection, database: 'postgres' },
      [connection.port],
      [`drop database ${name} with (force)`, `drop role ${name}`],
    ),
  )
  expect(statements.length).toBeGreaterThan(2)
  const move = blocks.find(({ heading, language }) => heading === 'Your own PostgreSQL' && language === 'sh')
  typed.add(move!)
  const password = /password '(.+)'/u.exec(statements[0]!)![1]!
  const address = `postgres://${name}:${encodeURIComponent(password)}@localhost/${name}?host=${encodeURIComponent(connection.host)}`
  await machine.type(move!.text.replace(/postgres:\/\/[^']+/u, address))
  expect(await machine.type('asakai admin list')).toContain(email)
  expect(await ready()).toBe(200)
})

test('the handbook’s commands apply Kubernetes files that exist', async () => {
  await follow('Kubernetes')
})

test('the handbook’s steps to remove the service leave only the backups', { timeout: timeoutMs }, async () => {
  await follow('Uninstall')
  const left = globSync('{opt,etc,usr,var}/**/*asakai*', { cwd: machine.path('') })
  expect(left.filter((file) => !file.startsWith('var/backups/'))).toEqual([])
  expect(machine.exists('account')).toBe(false)
})

test('the tests of the handbook run every command of its pages', () => {
  const left = blocks.filter((block) => block.language === 'sh' && !typed.has(block))
  for (const { text } of left) {
    const [, file] = Object.entries(elsewhere).find(([word]) => text.includes(word)) ?? []
    expect(file && readFileSync(file, 'utf8'), text).toContain('readBlocks')
  }
})
