import { fold } from './fold.ts'
import { linesOf } from './report-fields.ts'

/** Japanese ways to say none combine one part of each group: 現在 + ブロッカー + は + ありません. */
const japanese = {
  times:
    ',特に,とくに,今のところ,今のところ特に,いまのところ,いまのところ特に,現在,現在特に,現在は,現在のところ,現在のところ特に,現状,現状特に,現状は,現時点で,現時点では,現時点で特に,現時点では特に,本日,本日は,本日特に,本日は特に,今日は,今日は特に,今は,今は特に',
  things:
    'ブロッカー,障害,課題,問題,問題点,困りごと,困り事,懸念,懸念点,懸念事項,支障,特記事項,報告事項,阻害要因,障害事項,困っていること',
  joints: ',は,も,は特に,は現在,は今のところ',
  nones:
    'なし,無し,ナシ,なしです,無しです,なしでした,ない,無い,ないです,無いです,ありません,有りません,ありませんでした,ございません,御座いません',
}
const [times, things, joints, nones] = [japanese.times, japanese.things, japanese.joints, japanese.nones].map((words) =>
  words.split(','),
) as [string[], string[], string[], string[]]
/** The words for none after a thing, such as 問題. Only a few, because every combination is sent to the database. */
const nonesOfThings = ['なし', '無し', 'なしです', 'ないです', 'ありません', 'ございません']
const japaneseWays = [
  ...times.flatMap((time) => nones.map((none) => time + none)),
  ...things.flatMap((thing) => joints.flatMap((joint) => nonesOfThings.map((none) => thing + joint + none))),
  ...['特に', '現在', '本日', '今のところ'].flatMap((time) =>
    things.flatMap((thing) => ['', 'は'].flatMap((joint) => nonesOfThings.map((none) => time + thing + joint + none))),
  ),
]

/** The ways to say that there is no blocker in each language, folded and without surrounding punctuation. */
export const waysToSayNone: ReadonlySet<string> = new Set(
  [
    'なし,ナシ,無し,特になし,特に無し,とくになし,とくに無し,特にナシ,ありません,特にありません,特に有りません,とくにありません',
    'ないです,無いです,特にないです,特に無いです,特にない,とくにない,ない,無い,今のところなし,今のところ特になし,今のところありません',
    '特に問題なし,問題なし,問題ありません,特に問題ありません,特に問題はありません,問題ないです,異常なし,困りごとなし,困りごとはありません',
    '困っていることはありません,困っていることは特にありません,該当なし,現状なし,現時点でなし,現時点ではなし,現時点で特になし,本日なし,本日は特になし',
    'none,nothing,no,nope,nil,null,n/a,n.a,na,not applicable,no blockers,no blocker,none today,nothing today,nothing so far,none so far',
    'none at the moment,none right now,nothing at the moment,nothing right now,nothing to report,nothing blocking,no issues,no issue,no problems',
    'no problem,no impediments,no impediment,no obstacles,not blocked,no blockers today,no blockers at the moment,all good,all clear,nothing special',
    'keine,keins,keiner,nichts,nein,keine blocker,kein blocker,keine hindernisse,keine probleme,keine blockaden,derzeit keine,aktuell keine',
    'zurzeit keine,im moment keine,momentan keine,nichts besonderes,heute keine,heute nichts,alles gut,alles ok,entfällt,nicht vorhanden,k.a,k. a',
    'aucun,aucune,rien,néant,neant,non,ras,r.a.s,rien à signaler,rien a signaler,aucun point bloquant,aucun blocage,aucun problème,aucun obstacle',
    "pas de blocage,pas de problème,pas de point bloquant,aucun pour le moment,aucun pour l'instant,rien pour le moment,rien pour l'instant,rien de particulier,rien aujourd'hui",
    'nessuno,nessuna,niente,nulla,nessun ostacolo,nessun blocco,nessun problema,nessun impedimento,niente da segnalare,nulla da segnalare',
    'nessuno al momento,niente al momento,per ora niente,per ora nessuno,tutto bene,tutto ok',
    '无,没有,暂无,目前没有,目前无,没有困难,没有问题,没问题,暂时没有,无阻碍,没有阻碍,无障碍,没有障碍,无困难,无问题,一切正常,今天没有',
    '無,沒有,暫無,目前沒有,目前無,沒有困難,沒有問題,沒問題,暫時沒有,無阻礙,沒有阻礙,無障礙,沒有障礙,無困難,無問題,今天沒有',
    'ei ole,pole,puudub,puuduvad,ei,ei midagi,mitte midagi,takistusi pole,takistusi ei ole,pole midagi,probleeme pole,probleeme ei ole,hetkel pole,hetkel ei ole,praegu pole,kõik korras',
    'none as of now,none for now,nothing for now,none currently,none this week,none yet,nothing yet,no blockers yet,no blockers for now,no blocker today',
    'no blockers currently,no current blockers,currently none,currently no blockers,no known blockers,no open blockers,no blockers so far,no blockers right now',
    'no blockers to report,no issues to report,no issues today,no problems today,no problem today,nothing in particular,nothing really,nothing major,nothing here',
    'nothing new,nothing of note,nothing to mention,nothing to add,nothing to flag,nothing blocks me,nothing is blocking me,nothing blocking me,nothing blocking today',
    "i have no blockers,i have none,i am not blocked,i'm not blocked,not blocked today,there are none,there are no blockers,we have no blockers,no obstacle,no hindrances",
    'no concerns,no roadblocks,no roadblock,nothing blocked,none whatsoever,none at all,nothing at all,all fine,everything fine,everything ok,everything is fine,unblocked',
    'kein,keines,keinerlei,keine blocker heute,heute keine blocker,heute kein blocker,kein blocker heute,aktuell keine blocker,derzeit keine blocker,zurzeit keine blocker',
    'momentan keine blocker,im moment keine blocker,keine blocker im moment,keine blocker derzeit,keine blocker aktuell,bisher keine,bislang keine,bisher nichts,bisher keine blocker',
    'keine heute,keine aktuell,keine derzeit,keine bekannt,keine blocker bekannt,keine bekannten blocker,kein problem,keine probleme heute,kein hindernis,keine blockade',
    'keine blockierungen,keine blockierer,keine einschränkungen,keine besonderheiten,keine besonderen,keine schwierigkeiten,keine störungen,keine behinderungen,gar keine,gar nichts',
    'aktuell nichts,derzeit nichts,zurzeit nichts,momentan nichts,im moment nichts,nichts aktuell,nichts derzeit,nichts zu melden,nichts zu berichten,nichts neues,nichts blockiert',
    'nichts blockiert mich,es gibt keine,es gibt keine blocker,ich habe keine blocker,ich habe keine,nicht blockiert,alles in ordnung,alles bestens,alles klar,läuft alles,alles läuft',
    'rien de spécial,rien de special,rien de bloquant,rien de nouveau,rien de plus,rien du tout,rien à déclarer,rien à dire,rien à mentionner,rien à ajouter,rien de notable,rien en particulier',
    "il n'y en a pas,rien ne me bloque,rien ne bloque,rien à ce jour,rien à ce stade,rien actuellement,rien à signaler aujourd'hui,rien à signaler pour le moment,rien à signaler pour l'instant",
    "aucun bloquant,aucun bloqueur,aucun blocker,aucune difficulté,aucune,aucun souci,aucun à signaler,aucun aujourd'hui,aucun à ce jour,aucun actuellement,aucun blocage aujourd'hui",
    "aucun blocage pour le moment,aucun blocage pour l'instant,aucun blocage à signaler,aucun problème à signaler,aucun problème aujourd'hui,aucun frein,aucun empêchement,aucune entrave",
    "pas de bloqueur,pas de bloquant,pas de blocker,pas de blockers,pas de blocages,pas de problèmes,pas de souci,pas de soucis,pas de difficulté,pas de difficultés,pas d'obstacle",
    "pas de blocage aujourd'hui,pas de blocage pour le moment,pas de blocage pour l'instant,pas pour le moment,pas pour l'instant,pas aujourd'hui,je ne suis pas bloqué,je ne suis pas bloquée",
    'tout va bien,tout est ok,tout ok,sans objet,s.o,n.a,non bloqué,non bloquée',
    'nessun blocker,nessun bloccante,nessun punto bloccante,nessun ostacolo oggi,nessun blocco oggi,nessun problema oggi,nessun problema al momento,nessun blocco al momento',
    'nessun ostacolo al momento,nessuno oggi,nessuna oggi,nessuna al momento,nessuna difficoltà,nessuna criticità,nessun intoppo,niente oggi,niente di particolare,niente di speciale',
    'niente di nuovo,niente di bloccante,nulla di particolare,nulla di nuovo,nulla di bloccante,nulla al momento,nulla oggi,al momento nessuno,al momento nessuna,al momento niente',
    'al momento nulla,per ora nulla,per ora nessuna,per il momento niente,per il momento nessuno,attualmente nessuno,oggi niente,oggi nessuno,oggi nulla,non ci sono blocchi',
    'non ci sono ostacoli,non ci sono problemi,non ce ne sono,nessun blocco da segnalare,nessun problema da segnalare,non bloccato,non bloccata,va tutto bene,tutto a posto',
    '无特别,没什么,没啥,没有什么,没什么特别的,没有特别的,无特殊情况,无特殊,暂无问题,暂无困难,暂无阻碍,暂无障碍,暂时无,暂时没,目前暂无,目前没有问题,目前没有困难,目前没有阻碍',
    '今天无,今日无,今日没有,今天暂无,今天没有问题,今天没有阻碍,没有阻塞,无阻塞,暂无阻塞,没有卡点,无卡点,暂无卡点,没有遇到问题,没有遇到困难,没遇到问题,没有异常,无异常,没事,都正常',
    '無特別,沒什麼,沒有什麼,沒什麼特別的,沒有特別的,無特殊情況,無特殊,暫無問題,暫無困難,暫無阻礙,暫無障礙,暫時無,暫時沒,目前暫無,目前沒有問題,目前沒有困難,目前沒有阻礙',
    '今天無,今日無,今日沒有,今天暫無,今天沒有問題,今天沒有阻礙,沒有阻塞,無阻塞,暫無阻塞,沒有卡點,無卡點,暫無卡點,沒有遇到問題,沒有遇到困難,沒遇到問題,沒有異常,無異常,沒事,都正常,一切正常',
    'pole midagi erilist,ei midagi erilist,midagi ei ole,midagi pole,mitte ühtegi,ühtegi pole,ühtegi ei ole,takistused puuduvad,takistusi ei ole hetkel,hetkel takistusi pole',
    'praegu ei ole,hetkel puuduvad,hetkel mitte,hetkel mitte midagi,hetkel midagi pole,täna pole,täna ei ole,täna mitte midagi,täna takistusi pole,praegu takistusi pole',
    'probleemid puuduvad,blokeerijaid pole,blokeerijaid ei ole,miski ei takista,ei takista miski,ei ole takistusi,pole takistusi,ei ole probleeme,pole probleeme,kõik hästi,kõik on korras',
    'no new blockers,no new blocker,no new issues,nothing blocking currently,keine neuen,keine neuen blocker,nichts blockierendes,aucun nouveau blocage,rien de neuf',
    'nessun nuovo blocco,没有新的阻碍,沒有新的阻礙,uusi takistusi pole',
    'ー,x,×,0,∅,ø',
  ]
    .join()
    .split(',')
    .concat(japaneseWays),
)

/** Words that may accompany a way to say none: times, good news and thanks. */
const besideNone: ReadonlySet<string> = new Set(
  [
    'yet,so far,today,for today,for now,for the moment,right now,currently,at the moment,at present,atm,rn,now,this week,as of now,as of today,that i know of',
    'to report,at all,really,thanks,thank you,on track,going well',
    'aktuell,derzeit,zurzeit,momentan,im moment,heute,für heute,bisher,bislang,danke,läuft,soweit,bekannt,im plan',
    "pour le moment,pour l'instant,aujourd'hui,actuellement,à ce jour,à ce stade,merci,en ce moment",
    'per ora,per il momento,al momento,oggi,attualmente,finora,grazie,per oggi',
    '暂时,目前,今天,今日,现在,谢谢,顺利,进展顺利,暫時,現在,謝謝,順利,進展順利',
    'hetkel,praegu,täna,seni,aitäh,tänan',
    '今のところ,いまのところ,現時点,現時点では,現在,現状,本日,本日は,今日,今日は,今は,特に,順調,順調です,順調に進んでいます,予定通り,予定通りです,予定どおりです',
  ]
    .join()
    .split(','),
)

/** Headings that people repeat before they write "none". */
const headings: ReadonlySet<string> = new Set(
  [
    'blockers,blocker,issues,problems,impediments,obstacles,hindernisse,probleme,blockaden,blocages,blocage,points bloquants,point bloquant,problèmes',
    'ostacoli,blocchi,problemi,impedimenti,takistused,probleemid,blokeerijad',
    'ブロッカー,困りごと,困り事,課題,問題,問題点,障害,懸念,懸念点,阻碍,障碍,问题,困难,卡点,阻礙,障礙,困難,卡點',
  ]
    .join()
    .split(','),
)

/** Punctuation, symbols and white space at either end of a line. `×` and `∅` count as words here. */
const atTheEnds = /^(?![×∅])[\p{P}\p{S}\p{M}\s]+|(?<![\p{P}\p{S}\p{M}\s×∅])[\p{P}\p{S}\p{M}\s]+$/gu

/** The number, letter or checkbox of a list item. NFKC has already converted `①` and `１．` to `1` and `1.`. */
const listMark = /^[([]?(?:\d{1,3}|[a-z]|[一二三四五六七八九十])[)\].:、。]+\s*(?=\S)|^\d{1,3}\s*(?=\D)|^\[[ x]\]\s*/u

/** Emoji and emoticons written with letters, and invisible characters. */
const faces = /:[a-z][a-z\d_+-]*:|<3|\\o\/|(?<=[\p{Script=Han}\p{Script=Hiragana}])[w笑]$|\sxd$/gu
const unseen = /\p{Cf}/gu

/** Punctuation and symbols separate clauses. Apostrophes are part of a word. */
const between = /[^\p{L}\p{N}\s'×∅]+/u

/** A line with more characters always counts as a blocker. */
const longestNone = 200

function saysNone(line: string): boolean {
  if (line.length > longestNone) return false
  const whole = fold(line).replace(unseen, '').replaceAll('’', "'").replaceAll('n/a', 'na').trim()
  const words = whole.replace(faces, ' ').trim()
  return isNone(whole) || isNone(words) || areNone(words) || areNone(words.replace(listMark, ''))
}

function isNone(text: string): boolean {
  const bare = text.replaceAll('、', '').replace(atTheEnds, '')
  return bare === '' || waysToSayNone.has(bare)
}

/** Returns whether some clause says none, and all others say none, accompany it, or are a heading at the beginning. */
function areNone(text: string): boolean {
  const clauses = text
    .split(between)
    .map((clause) => clause.trim().replaceAll(/\s+/gu, ' '))
    .filter((clause) => clause !== '')
  return (
    clauses.some(isNoneWithTime) &&
    clauses.every(
      (clause, at) => isNoneWithTime(clause) || besideNone.has(clause) || (at === 0 && headings.has(clause)),
    )
  )
}

/** Returns whether the clause says none, optionally after a heading or beside accompanying words: 'none so far'. */
function isNoneWithTime(clause: string): boolean {
  if (waysToSayNone.has(clause)) return true
  const words = clause.split(' ')
  return words.some((_, at) => {
    const [first, second] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
    return (
      (waysToSayNone.has(first) && besideNone.has(second)) ||
      ((besideNone.has(first) || headings.has(first)) && waysToSayNone.has(second))
    )
  })
}

/** Returns whether every line says that there is no blocker (E3.01). False for a blank text. */
export function saysNoBlocker(issues: string): boolean {
  const lines = linesOf(issues)
  return lines.length > 0 && lines.every(saysNone)
}

/** Returns the lines that are blockers: none if the field only says that there is no blocker (E3.01). */
export const blockerLinesOf = (issues: string): string[] => (saysNoBlocker(issues) ? [] : linesOf(issues))

/** Returns whether a report mentions a blocker (E3.01). */
export const namesBlocker = ({ issues }: { issues: string }): boolean => blockerLinesOf(issues).length > 0
