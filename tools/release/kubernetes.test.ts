import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { afterwards } from '#server/testing/afterwards.ts'
import { version } from './manifest.ts'

const folder = 'deploy/kubernetes'
const manifest = readFileSync(join(folder, 'asakai.yaml'), 'utf8')

mkdirSync('.cache', { recursive: true })
const compiled = mkdtempSync('.cache/kubernetes-')
afterwards(() => rmSync(compiled, { recursive: true }))

/**
 * Returns the compiler's errors for a manifest, with the schemas of Kubernetes as types; only these detect an extra
 * field.
 */
function complaintsOf(text: string): string {
  const objects = parseAllDocuments(text, { merge: true }).map(
    (document) => document.toJS() as Record<'apiVersion' | 'kind', string>,
  )
  const lines = objects.map(
    (object, index) => `import type { I${object.kind} as Kind${index} } from 'kubernetes-models/${object.apiVersion}'
export const object${index}: Kind${index} = ${JSON.stringify(object)}`,
  )
  const file = join(compiled, 'objects.ts')
  writeFileSync(file, lines.join('\n'))
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--module', 'nodenext']
  return spawnSync('node_modules/.bin/tsc', [...options, '--pretty', 'false', file], { encoding: 'utf8' }).stdout
}

test('the Kubernetes manifests match the schemas of Kubernetes', () => {
  expect(complaintsOf(manifest)).toBe('')
})

test.each([
  ['failureThreshold', 'failureTreshold'],
  ['minAvailable: 1', 'minAvailable: [1]'],
  ['      containers:', '      programs:'],
])('the schemas of Kubernetes reject a manifest with "%s" replaced by "%s"', (right, wrong) => {
  expect(complaintsOf(manifest.replace(right, wrong))).toMatch(/error TS2/u)
})

test('the kustomization for Kubernetes names existing files', () => {
  const { resources } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as { resources: string[] }
  expect(resources.filter((file) => !existsSync(join(folder, file)))).toEqual([])
})

test('the kustomization for Kubernetes names the published image of this version', () => {
  const { images } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as { images: object[] }
  expect(images).toEqual([{ name: 'asakai', newName: 'ghcr.io/asakai/asakai', newTag: version }])
})
