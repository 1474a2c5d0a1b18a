import { normalized } from '#contract/normalized.ts'
import { type ImportColumn, importColumns, type ReportImportQuery } from '#contract/import.ts'

type Names = { names: readonly string[]; words: readonly string[] }
const list = (text: string) => text.split(',').map((name) => name.trim())

/**
 * Headings of Geekbot, AsyncUp, DailyBot, Standuply, NipoPlus and hand-made tables, as `folded` returns them. A heading
 * that matches as a whole is preferred to a heading that contains a word. The kinds of columns are tried in this order
 * (decision 58).
 */
const headings: Record<ImportColumn, Names> = {
  date: {
    names: list('report date,day,日付,報告日,日報日,作業日,対象日,日期,datum,berichtsdatum,kuupäev,data,jour'),
    words: list(
      'date,submitted,created,sent at,completed at,timestamp,datum,zeit,erstellt,gesendet,eingereicht,horodat,soumis,envoyé,créé,' +
        '日付,日時,提出日,作成日,報告日,記入日',
    ),
  },
  email: {
    names: list('mail,courriel,e post,邮箱,电子邮件,電子郵件'),
    words: list('email,e mail,mail,mailadresse,courriel,メール'),
  },
  yesterday: {
    names: list('yesterday work,done,completed,hier,ieri,eile,昨天,実績,完了,erledigt,fait'),
    words: list(
      'yesterday,previous,last report,last update,last stand,last working day,last check in,have you done,did you do,did you work,' +
        'did you accomplish,did you complete,have you accomplished,gestern,zuletzt,letzten,erledigt,geschafft,hier,la veille,' +
        'dernier,avez vous fait,as tu fait,accompli,réalis,ieri,eile,昨天,昨日,前日,前回,前営業日,やったこと,実施した,実施内容,完了した',
    ),
  },
  blockers: {
    names: list(
      'issues,problems,problem,risks,阻碍,障礙,takistused,takistus,ostacoli,ostacolo,困难,困難,blocages,probleme,problèmes',
    ),
    words: list(
      'block,obstacle,impediment,in your way,challenge,stuck,issue,need help,hindern,blocker,behinder,schwierigkeit,problem,im weg,' +
        'bloqu,blocage,ostacol,takistus,difficult,frein,problème,困,課題,問題,障害,ブロッカー,懸念,妨げ',
    ),
  },
  today: {
    names: list('today plan,plan,next,oggi,täna,今天,予定,geplant,prévu'),
    words: list(
      'today,will you,are you going to,plan to,plans,planned,next,今日,本日,予定,heute,wirst du,werden sie,vorhaben,hast du vor,geplant,' +
        'aujourd hui,auj,prévu,vas tu,allez vous,oggi,da fare,täna,plaanis,今天',
    ),
  },
}

/** Headings of a column that names people. Such a column names the authors if no column has addresses. */
const people = list(
  'wer,verfasser,who,user,user name,username,name,full name,display name,author,member,team member,person,employee,reporter,respondent,' +
    'mitglied,autor,mitarbeiter,benutzer,teammitglied,nom,utilisateur,auteur,membre,qui,prénom et nom,' +
    'autore,nome,nome utente,utente,membro,dipendente,collaboratore,chi,' +
    '姓名,作者,成员,成員,用户,用戶,员工,員工,提交人,填写人,填寫人,nimi,kasutaja,liige,töötaja,kes,' +
    '名前,氏名,メンバー,ユーザー,ユーザー名,担当者,報告者,作成者,記入者,提出者,書いた人',
)

/**
 * Headings of one person's names, such as the user name and the full name. A table with several of these columns still
 * names one author in each row.
 */
const nameForms = list(
  'user,user name,username,name,full name,display name,benutzer,nom,prénom et nom,utilisateur,nome,nome utente,utente,' +
    '姓名,用户,用戶,nimi,kasutaja,名前,氏名,ユーザー,ユーザー名',
)

/** Words in the heading of a column that names other people than the author. */
const otherRoles = list(
  'reviewer,reviewed,review,manager,approver,approved,approval,supervisor,boss,lead,head of,cc,bcc,recipient,sent to,send to,watcher,' +
    'follower,mentor,checked by,confirmed by,client,customer,vorgesetzt,prüf,genehmig,freigabe,freigegeben,leiter,leitung,chef,' +
    'empfänger,kunde,responsable,approb,approuv,valid,relect,supérieur,destinataire,responsabile,approvat,revisor,superior,' +
    'destinatari,capo,juht,juhi,ülemus,kinnita,ülevaata,saaja,上司,上長,承認,確認,レビュ,管理者,責任者,宛先,受信者,閲覧者,決裁,' +
    'マネージャ,リーダー,审核,審核,审批,審批,批准,主管,经理,經理,上级,上級,抄送,收件人,领导,領導,负责人,負責人',
)

/**
 * Words in the heading of a column that may name people. If a table has such a column, the import asks for the authors
 * (E4.12).
 */
const personWords = list(
  'author,member,employee,person,people,user,reporter,respondent,participant,colleague,written by,posted by,submitted by,sent by,' +
    'reported by,created by,sender,verfass,autor,mitarbeiter,mitglied,benutzer,nutzer,teilnehm,kolleg,auteur,membre,' +
    'utilisat,employé,collaborat,rédigé,rédact,personne,autore,membro,utente,dipendente,persona,scritto da,inviato da,' +
    'liige,liikme,kasutaja,töötaja,isik,kolleeg,koosta,esita,kirjuta,氏名,名前,者,担当,メンバー,社員,スタッフ,ユーザー,書いた人,' +
    '姓名,作者,成员,成員,用户,用戶,员工,員工,人员,人員,同事,提交人,填写人,填寫人,报告人,報告人,撰写人,撰寫人',
)

/** Returns whether a heading is a label that its column names people. */
export function namesPeople(heading: string): boolean {
  const name = folded(heading)
  return isLabel(name) && (people.includes(name) || personWords.some((word) => hasWord(name, word)))
}

/** Headings of teams that report in the evening: 'today' is the work done, and 'tomorrow' is the plan. */
const tomorrow = list('tomorrow,next working day,明日,翌日,次回,翌営業日,morgen,demain,domani,homme,明天')
const doneToday = list('today,今日,本日,heute,aujourd hui,auj,oggi,täna,今天,当日,作業内容,業務内容')

/** Words in questions about the mood. Such a question often contains a word like 'today', and Geekbot asks it first. */
const moodWords = list(
  'mood,feeling,how do you feel,how did you feel,how you feel,how are you today,how are you doing,how is it going,how s it going,' +
    'scale of,rate your,would you rate,how productive,energy level,stress level,stimmung,laune,fühlst du dich,fühlen sie sich,' +
    'geht es dir,geht es ihnen,geht s dir,humeur,sentez vous,sens tu,te sens,vous sentez,comment vas tu,comment allez vous,' +
    'comment ça va,umore,ti senti,si sente,vi sentite,come stai,come sta,come va,tuju,tunned,tunnete,enesetunne,kuidas läheb,' +
    '気分,体調,調子,機嫌,コンディション,心情,情绪,情緒,感觉,感覺,感受',
)
const isAboutMood = (name: string) => moodWords.some((word) => hasWord(name, word))

export const folded = (heading: string) =>
  normalized(heading, 'NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Returns whether a word of the heading begins with `word`. Japanese has no spaces between words. */
const hasWord = (name: string, word: string) =>
  /^[\p{Script=Latin} ]+$/u.test(word) ? ` ${name}`.includes(` ${word}`) : name.includes(word)

/**
 * Returns whether a heading is a label. If it is a question instead, words like "date" or "email" in it say nothing
 * about the column.
 */
const isLabel = (name: string) => name.length <= 30 && name.split(' ').length <= 4

export type Columns = Record<ImportColumn, number>

/**
 * A column chosen by its number: `#3` is the third column, and `#0` is none. A number beyond the last column is
 * ignored.
 */
const numbered = /^#(?<number>\d{1,4})$/u

/**
 * Returns the index of each field's column, -1 if there is none. A column that the caller has chosen, by number or by
 * heading, is used first. Then the headings decide.
 */
export function columnsOf(first: readonly string[], named: Partial<Pick<ReportImportQuery, ImportColumn>>): Columns {
  const own = first.map(folded)
  const columns = Object.fromEntries(importColumns.map((column) => [column, -1])) as Columns
  const left = new Set(importColumns)
  const take = (column: ImportColumn, fits: (name: string) => boolean) => {
    const taken = Object.values(columns)
    const place = left.has(column) ? own.findIndex((name, at) => !taken.includes(at) && fits(name)) : -1
    if (place < 0) return
    columns[column] = place
    left.delete(column)
  }
  const kinds = Object.keys(headings) as ImportColumn[]
  for (const column of kinds) {
    const number = numbered.exec(named[column] ?? '')?.groups?.['number']
    if (number === undefined) continue
    if (Number(number) > first.length) continue
    columns[column] = Number(number) - 1
    left.delete(column)
  }
  for (const column of kinds) {
    const wanted = named[column]
    if (wanted) take(column, (name) => name === folded(wanted))
  }
  /**
   * Chooses the column of the authors. Chooses none if several columns may name them: the caller has to choose then
   * (E4.12).
   */
  const takeAuthors = (fits: (name: string) => boolean) => {
    const taken = Object.values(columns)
    const isAuthors = (name: string) => fits(name) && !otherRoles.some((word) => hasWord(name, word))
    const found = own.filter((name, place) => !taken.includes(place) && isAuthors(name))
    if (found.length > 1 && !found.every((name) => nameForms.includes(name))) left.delete('email')
    take('email', isAuthors)
  }
  const known = isEvening(own.filter((name) => !isAboutMood(name))) ? eveningHeadings : headings
  const isNamed = (column: ImportColumn) => (name: string) => name === column || known[column].names.includes(name)
  const isWorded = (column: ImportColumn) => (name: string) => known[column].words.some((word) => hasWord(name, word))
  const texts = kinds.filter((column) => column !== 'date' && column !== 'email')
  for (const column of ['date', ...texts] as const) take(column, isNamed(column))
  take('date', (name) => isLabel(name) && isWorded('date')(name))
  takeAuthors((name) => isNamed('email')(name) || (isLabel(name) && isWorded('email')(name)))
  // A question with a word for blockers is about blockers, even if the question also contains a mood word.
  const isAsked = (column: ImportColumn) => (name: string) =>
    isWorded(column)(name) && (column === 'blockers' || !isAboutMood(name))
  for (const column of texts) take(column, isAsked(column))
  takeAuthors((name) => people.includes(name))
  return columns
}

/** Returns whether the caller claims all reports of the file as their own. */
export const isAllMine = ({ email }: Pick<ReportImportQuery, 'email'>): boolean =>
  Number(numbered.exec(email ?? '')?.groups?.['number']) === 0

const eveningHeadings: Record<ImportColumn, Names> = {
  ...headings,
  yesterday: { names: [...headings.yesterday.names, ...doneToday], words: [...headings.yesterday.words, ...doneToday] },
  today: { names: tomorrow, words: tomorrow },
}

function isEvening(own: readonly string[]): boolean {
  const names = (words: readonly string[]) => own.some((name) => words.some((word) => hasWord(name, word)))
  return (
    names(tomorrow) &&
    names(doneToday) &&
    !names(['yesterday', '昨日', '前日', '昨天', 'gestern', 'hier', 'ieri', 'eile'])
  )
}
