import { expect, test } from 'vitest'
import { saysNoBlocker } from './no-blocker.ts'

test.each(
  'なし|・特になし。|ナシ|None|none.|Ｎ/Ａ|Keine|Rien à signaler|R.A.S.|Nessuno|无|沒有|Ei ole|-|なし\nnone'.split('|'),
)('%j says that nothing stops', (issues) => expect(saysNoBlocker(issues)).toBe(true))

test.each([
  '',
  ' \n',
  '返事がなし',
  'none of the tests run',
  'なし\nVPNにつながらない',
  'keine Antwort',
  '無線が切れる',
])('%j does not', (issues) => expect(saysNoBlocker(issues)).toBe(false))
