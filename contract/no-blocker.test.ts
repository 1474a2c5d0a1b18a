import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockerLinesOf, saysNoBlocker, waysToSayNone } from './no-blocker.ts'

const said =
  `なし|・特になし。|ナシ|特に問題なし|ありません。|【なし】|（なし）|「特になし」|なし！|ナシ|ﾅｼ|無し。。|困りごとはありません|問題ないです。
None|none.|NONE!|Ｎ/Ａ|n/a|N.A.|(none)|"None"|**none**|_none_|No blockers.|- none|* Nothing|All good 👍|None 🎉|none :)|no issues
Keine|keine.|Keine Blocker|k. A.|Nichts|Aktuell keine|Alles gut!|Rien à signaler|R.A.S.|RAS|Néant|Aucun blocage.|Aucun pour l'instant|Pas de blocage
Nessuno|Niente da segnalare.|Tutto ok|Nessun problema!|无|无。|没有|暂无|没有问题！|沒有|暫無。|Ei ole|Puuduvad.|Takistusi pole|Kõik korras
特になしです|ございません|特にございません|現在なし|ブロッカーなし|障害なし|課題なし|現在、特になし|ブロッカーは特にありません。|本日は特にございません|困りごとは今のところありません
None as of now|Nothing for now|I have no blockers.|I'm not blocked|I’m not blocked|kein|Keine Blocker heute|Heute keine Blocker.|Bisher keine|Alles bestens
Rien de spécial|rien de bloquant|Aucun bloquant.|Pas de blocage pour l’instant|Nessun blocco oggi|Nulla di particolare|Va tutto bene|没什么|暂无问题|今日无。|沒什麼|暫無問題|Midagi pole|Täna ei ole
-|--|—|ー|–|…|...|/|.|×|x|0|👍|👍🏻|✔️|∅`.split(/[|\n]/u)

test.each([...said, 'なし\nnone', '- なし\n- なし\n', '　なし　'])(
  'the report text %j counts as no blocker (E3.01)',
  (issues) => {
    expect(saysNoBlocker(issues)).toBe(true)
    expect(blockerLinesOf(issues)).toEqual([])
  },
)

const blockers =
  `返事がなし|none of the tests run|keine Antwort|無線が切れる|No blockers but the VPN|None of us has access|問題なしと言えない
Nothing works|no VPN|ei ole ligipääsu|Rien ne marche|没有权限|沒有權限|無法登入|Nessuno risponde|A|1|なし崩しの仕様変更|ないない尽くし|xx|障害の連絡なし|現在、権限なし|課題の回答がありません
Kein Zugang|Keine Blocker außer VPN|Heute kein WLAN|Rien de prévu avec le client|Nulla osta mancante|没什么权限|Pole ligipääsu|Nothing for now works`.split(
    /[|\n]/u,
  )

test.each([...blockers, 'なし\nVPNにつながらない', 'VPN\nnone'])(
  'each line of the report text %j counts as a blocker',
  (issues) => {
    expect(saysNoBlocker(issues)).toBe(false)
    expect(blockerLinesOf(issues)).toEqual(issues.split('\n'))
  },
)

test.each(['', ' \n'])('the blank text %j has no blocker, and does not say that there is none', (issues) => {
  expect(saysNoBlocker(issues)).toBe(false)
  expect(blockerLinesOf(issues)).toEqual([])
})

test('a phrase for "no blocker" is recognised whatever its letter case, width and punctuation (E3.01)', () => {
  const wide = (text: string) => text.replace(/[!-~]/gu, (sign) => String.fromCodePoint(sign.codePointAt(0)! + 0xfee0))
  const written = fc.tuple(
    fc.constantFrom('', ' ', '・', '- ', '* ', '(', '「', '→ '),
    fc.constantFrom(...waysToSayNone),
    fc.constantFrom('', '.', '。', '!', '！', ')', '」', ' :)', ' 👍', '…', '  '),
    fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      wide,
    ),
  )
  fc.assert(
    fc.property(written, ([before, none, after, as]) => {
      expect(saysNoBlocker(before + as(none) + after)).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})
