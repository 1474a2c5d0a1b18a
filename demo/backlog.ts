import type { BacklogItem, Source } from '#contract/backlogs.ts'
import type { DoneKind } from '#contract/prefill.ts'
import type { Db } from '#server/db/database.ts'
import { people } from './team.ts'

/** A row of `backlog_items`. `user_id` is the owner, or null. `ago` is the number of days since the last change. */
type Item = {
  user_id: string | null
  imported_by: string
  source: Source
  source_type: string
  source_key: string
  reference: string
  backlog: string
  url: string
  priority: BacklogItem['priority']
  ago: number
}

const idOf = (name: string) => people.find((person) => person.name === name)!.id

/** Returns an item as an import from GitHub writes it. */
const gitHub = (
  name: string | null,
  number: number,
  backlog: string,
  priority: BacklogItem['priority'],
  ago: number,
  source_type: 'issue' | 'pull_request' = 'issue',
): Item => ({
  user_id: name && idOf(name),
  imported_by: idOf(name ?? 'takuya'),
  source: 'github',
  source_type,
  source_key: String(2_100_000_000 + number * 7_919),
  reference: `#${number}`,
  backlog,
  url: `https://github.example/hidamari/monitor/${source_type === 'issue' ? 'issues' : 'pull'}/${number}`,
  priority,
  ago,
})

/** Returns an item as an import from Jira writes it. */
const jira = (
  name: string,
  number: number,
  backlog: string,
  priority: BacklogItem['priority'],
  ago: number,
  source_type: 'Task' | 'Bug' | 'Story' = 'Task',
): Item => ({
  user_id: idOf(name),
  imported_by: idOf(name),
  source: 'jira',
  source_type,
  source_key: `hidamari.jira.example/${10_000 + number}`,
  reference: `HM-${number}`,
  backlog,
  url: `https://hidamari.jira.example/browse/HM-${number}`,
  priority,
  ago,
})

/** The open items on the last day of the story. */
const backlog: Item[] = [
  jira('kaori', 214, '2.1の公開可否を決める', 'high', 0),
  jira('kaori', 221, '湿度アラートの要件', 'medium', 2, 'Story'),
  jira('kaori', 226, '夜間の連絡先の見直し(四半期ごと)', 'low', 9),
  gitHub('takuya', 514, '研修用の端末で通知音が止まらない', 'high', 0),
  gitHub('takuya', 508, '40台を一度に登録すると一覧が並び替わる', 'medium', 3),
  gitHub('takuya', 518, '2.1リリース枝の更新履歴', 'medium', 1, 'pull_request'),
  gitHub('takuya', 471, '月ごとの表を来年ぶんまで先に作る', 'low', 12),
  gitHub('haruto', 516, 'アラート履歴の一覧を少しずつ読み込む', 'high', 1, 'pull_request'),
  gitHub('haruto', 505, 'CSV出力で選んだ列を覚えておく', 'medium', 4),
  gitHub('haruto', 519, '環境づくりの手順書にセンサーの借り方を書く', 'low', 1),
  gitHub('grace', 517, 'Build 211: widget keeps yesterday’s minimum', 'high', 0),
  gitHub('grace', 511, 'Confirming an alert offline shows it twice', 'medium', 2),
  gitHub('grace', 513, 'Chart as a sentence for screen readers', 'medium', 2, 'pull_request'),
  gitHub('grace', 466, 'Widget for several houses', 'low', 21),
  jira('daniel', 232, 'Regression for 2.1', 'high', 0),
  jira('daniel', 229, '#514 cannot be reproduced without the phone’s logs', 'high', 1, 'Bug'),
  jira('daniel', 218, 'Hourly alert path: alarm when it has not run', 'medium', 6),
  jira('priya', 228, 'Stop button: wording and place', 'high', 1),
  jira('priya', 223, 'Humidity band below the chart', 'medium', 2, 'Story'),
  jira('priya', 209, 'First setup in under ten minutes', 'medium', 7, 'Story'),
  gitHub('jana', 512, 'Gateway: LTE-Karte beim Start prüfen und melden', 'high', 2),
  gitHub('jana', 503, 'NFC-Kopplung für Telefone mit Antenne unten', 'medium', 1),
  gitHub('jana', 487, 'Batterieanzeige nach Aktualisierung über Funk', 'low', 10),
  jira('matthias', 230, 'SIM-Karten Sonnenhof: Termin vom Anbieter', 'high', 0),
  jira('matthias', 219, 'Handbuch Kapitel 5: Meldungen abstellen', 'medium', 3),
  jira('matthias', 225, 'Birchwood: Angebot für das dritte Gewächshaus', 'medium', 5),
  gitHub(null, 509, 'Send test alert from the web as well', 'medium', 5),
  gitHub(null, 498, 'Translate the error when a gateway is registered twice', 'low', 8),
]

/** A row of `done_items`. `ago` is the number of hours since the item was done. */
type Done = Pick<Item, 'source' | 'source_key' | 'reference' | 'url' | 'ago'> & {
  user_id: string
  title: string
  kind: DoneKind
  status: string
}

function done(item: Item, kind: DoneKind, ago: number): Done {
  const { imported_by: user_id, source, source_key, reference, url, backlog: title } = item
  return { user_id, source, source_key, reference, url, title, kind, status: kind === 'moved' ? 'In review' : '', ago }
}

/** Work since the reports of the day before. No report mentions this work yet. */
const doneLately: Done[] = [
  done(gitHub('takuya', 515, '更新履歴の書式をそろえる', 'medium', 0, 'pull_request'), 'merged', 3),
  done(gitHub('takuya', 507, '判定の記録に端末の番号を残す', 'medium', 0), 'closed', 5),
  done(gitHub('haruto', 504, '環境づくりの手順を1つにまとめる', 'low', 0, 'pull_request'), 'merged', 4),
  done(gitHub('grace', 510, 'Build 211: release notes in three languages', 'medium', 0, 'pull_request'), 'merged', 3),
  done(gitHub('grace', 502, 'Chart: days without readings', 'low', 0), 'closed', 6),
  done(jira('daniel', 227, 'Accounts for the 2.1 regression', 'medium', 0), 'closed', 4),
  done(jira('kaori', 216, '公開日をお知らせする文面', 'medium', 0), 'closed', 5),
  done(jira('priya', 220, 'Store screenshots for 2.1', 'medium', 0), 'moved', 4),
  done(gitHub('jana', 506, 'Hinweis bei Telefonen mit Antenne unten', 'medium', 0, 'pull_request'), 'merged', 3),
  done(jira('matthias', 217, 'Rückmeldungen der Schulung eintragen', 'medium', 0), 'closed', 5),
]

const hour = 60 * 60_000 // milliseconds
const ago = (now: Date, hours: number) => new Date(now.getTime() - hours * hour)

export async function insertBacklog(db: Db, { teamId, now }: { teamId: string; now: Date }): Promise<void> {
  const items = backlog.map(({ ago: days, ...item }) =>
    Object.assign(item, { team_id: teamId, updated_at: ago(now, days * 24) }),
  )
  await db.insertInto('backlog_items').values(items).execute()
  const dones = doneLately.map(({ ago: hours, ...item }) =>
    Object.assign(item, { team_id: teamId, done_at: ago(now, hours) }),
  )
  await db.insertInto('done_items').values(dones).execute()
}
