import { fold } from './fold.ts'
import { linesOf } from './report-fields.ts'

/** The ways to say that there is no blocker, in each language, folded and without punctuation at either end. */
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
    'ー,x,×,0,∅,ø',
  ]
    .join()
    .split(','),
)

/** Punctuation, symbols and white space at either end of a line; `×` and `∅` are words here. */
const atTheEnds = /^(?![×∅])[\p{P}\p{S}\p{M}\s]+|(?<![\p{P}\p{S}\p{M}\s×∅])[\p{P}\p{S}\p{M}\s]+$/gu

/** Characters. No way to say none is longer, whatever punctuation surrounds it. */
const longestNone = 200

function saysNone(line: string): boolean {
  if (line.length > longestNone) return false
  const bare = fold(line).replace(atTheEnds, '')
  return bare === '' || waysToSayNone.has(bare)
}

/** Whether the field only says that there is no blocker (E3.01): each of its lines does. */
export function saysNoBlocker(issues: string): boolean {
  const lines = linesOf(issues)
  return lines.length > 0 && lines.every(saysNone)
}

/** Returns the lines of a blockers field that are blockers: none if it only says that there is none (E3.01). */
export const blockerLinesOf = (issues: string): string[] => (saysNoBlocker(issues) ? [] : linesOf(issues))

/** Whether a report names a blocker: it says something, and not only that there is none (E3.01). */
export const namesBlocker = ({ issues }: { issues: string }): boolean => blockerLinesOf(issues).length > 0
