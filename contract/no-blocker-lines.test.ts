import { expect, test } from 'vitest'
import { saysNoBlocker } from './no-blocker.ts'

const linesOf = (text: string) => text.split(/[|\n]/u)

/**
 * Ways to say none with numbers, bullets, boxes, emoji, brackets, times, headings and several sentences, in eight
 * languages.
 */
const none =
  linesOf(String.raw`1. none|1) none|(1) none|① なし|１．なし|1．特になし|1、なし|- なし|1. なし|None (for now)|none (yet)|None, for now
none - for now|None; all good|None. All good!|nothing yet|Nothing (yet).|No blockers (today)
No blockers, all good 👍|none 👍🏻 today|🎉 none 🎉|1️⃣ none|👩‍💻 none|none 👩‍💻|無し！|特になし。|なし（今のところ）|なし (現時点)
特になし、順調です|なし。|keine :)|keine (aktuell)|Keine - alles gut|Keine, alles läuft|a) keine|• keine|– keine|— none —
» keine «|„keine“|«aucun»|« Aucun »|aucun (pour l'instant)|Aucun pour l’instant 🙂|RAS, tout va bien|Rien : RAS
nessuno (per ora)|Nessuno, tutto ok|1. Nessuno|无（暂时）|1、无|1。无|无，一切正常|暂无。🎉|無（暫時）|一、無|沒有，一切正常|pole (hetkel)
Ei ole, kõik hästi|1. Puuduvad|* none *|[x] none|[ ] none|- [ ] none|☑ none|✅ none|✅ No blockers|>none|> none
# none|none;|'none'|none!!!|NONE.|none~|なし♪|なし☆|なし(^^)|なしw|None :-)|none ;)|none ^^|none xD|none \\o/|None <3
:white_check_mark: none|:tada: none|none :tada:|<none>|none/keine|なし / none|None / Nothing|N/A (none)
Blockers: none|Blocker: keine|困りごと：なし|ブロッカー: なし|blockers - none|阻碍：无|问题：无|Points bloquants : aucun
Ostacoli: nessuno|Takistused: pole|Today: none|本日：なし|none for today|none today!|no blocker so far
no blockers as of today|none that I know of|nothing blocking at the moment|None atm|nothing atm|none rn
nichts blockierendes|keine neuen|no new blockers|なしです！|特にないです〜|特になしです|とくになし〜|無し|ございません。`)

test.each([...none, 'No blockers\u200b', '\u200bnone', 'none\ufeff', '1. none\n2. なし', 'none  today'])(
  'the line %j counts as no blocker (E3.01)',
  (issues) => {
    expect(saysNoBlocker(issues)).toBe(true)
  },
)

/** Lines that begin or end like a way to say none. */
const blockers =
  linesOf(`none of the tests pass|None of us has access|1. none of the tests run|No VPN|1|2. VPN|nothing works today
Nothing yet from the client|none - VPN down|No. 1 server is down|No 5 crashed|none, but VPN is slow
keine Antwort|keine Rückmeldung bisher|Heute keine Antwort|aucun retour|aucun accès pour le moment
rien ne marche|nessun accesso|nessuno risponde oggi|没有权限（暂时）|暂时没有权限|沒有權限|目前無法登入|pole ligipääsu
Hetkel pole ligipääsu|返事がなし|特になしではない|問題：VPN|問題なしと言えない|困りごと：なし崩し|Blockers: VPN|Blockers: no VPN|blockers|today
heute|今のところ|none works|all blocked|0 replies|x of y|a) VPN|no reply so far|no access yet|nothing but trouble
No today's build|not working|Problem|問題|課題|thanks|現在、権限なし|本日、回線なし|none.js crashes|nil pointer today
null pointer|nothing :( works|n/a page is broken|No issues can be created|ras.com is down|x server|X.509|0-day
v0|0x1F|-1|no-op build|non-root user|Null-Fehler`)

test.each([...blockers, '1. none\n2. VPN'])('the line %j counts as a blocker (E3.01)', (issues) => {
  expect(saysNoBlocker(issues)).toBe(false)
})
