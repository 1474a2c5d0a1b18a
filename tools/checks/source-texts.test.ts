import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSourceTexts } from './source-texts.ts'

const folder = mkdtempSync(join(tmpdir(), 'asakai-sources-'))
afterAll(() => rmSync(folder, { recursive: true }))

function read(source: string, ...keys: string[]) {
  const file = join(folder, 'screen.tsx')
  writeFileSync(file, source)
  const { used, built } = readSourceTexts(new Set(keys), [file])
  return { used: [...used.keys()], built: built.map(({ text, named }) => ({ text, named })) }
}

test('the check finds the texts that a variable key can select in its file', () => {
  const body = (before: string, key: string) =>
    `${before}export function Screen({ one }) { const t = useTranslations('screen'); return <p title={t('title')}>{t(${key})}</p> }`
  const keys = ['screen.title', 'screen.day']
  expect(read(body("const names = ['day'] as const;", 'one'), ...keys)).toEqual({
    used: ['screen.title', 'screen.day'],
    built: [{ text: 'screen.{}', named: true }],
  })
  expect(read(body('', 'one'), ...keys)).toEqual({
    used: ['screen.title'],
    built: [{ text: 'screen.{}', named: false }],
  })
  expect(read(body('', "one ?? 'unsaid'"), ...keys)).toEqual({
    used: ['screen.title', 'screen.unsaid'],
    built: [{ text: 'screen.{}', named: false }],
  })
})
