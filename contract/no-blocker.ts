import { fold } from './fold.ts'
import { linesOf } from './report-fields.ts'

/** What people write in each language where nothing stops them, folded. */
const nothing = new Set(
  [
    'なし,ナシ,無し,特になし,特に無し,とくになし,ありません,特にありません,ないです,特にないです,今のところなし,今のところ特になし',
    'none,nothing,no,nope,nil,n/a,na,no blockers,no blocker,none today,nothing today,nothing so far,all good',
    'keine,keins,nichts,nein,keine hindernisse,derzeit keine,aktuell keine,nichts besonderes',
    'aucun,aucune,rien,néant,non,ras,r.a.s,rien à signaler,aucun point bloquant,pas de blocage',
    'nessuno,nessuna,niente,nulla,nessun ostacolo,nessun blocco,nessun problema',
    '无,没有,暂无,目前没有,没有困难,無,沒有,暫無,目前沒有,沒有困難',
    'ei ole,pole,puudub,puuduvad,ei,mitte midagi,takistusi pole,pole midagi',
    '-,--,–,—,ー,/,x,×,0',
  ]
    .join()
    .split(','),
)

/** Whether each line only says that there is none (N6.01): worth asking whether the field is to be empty, and no more than that. */
export function saysNoBlocker(issues: string): boolean {
  const lines = linesOf(issues)
  return lines.length > 0 && lines.every((line) => nothing.has(fold(line).replace(/(?<![\s.。!])[\s.。!]+$/u, '')))
}
