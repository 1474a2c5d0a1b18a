import type { Invitation } from '#contract/invitations.ts'
import type { Language } from '#contract/languages.ts'

export const teamName = 'Hidamari 温室モニター'

export type Person = {
  /** Also the file of their days. */
  name: string
  id: string
  family_name: string
  first_name: string
  /** As they introduce themselves, in their language. */
  title: string
  role: Invitation['role']
  language: Language
  /** Minutes after midnight at which they write their report, more or less. */
  writesAt: number
  /** Before each line that they write. */
  mark: string
  /** The day of the story on which they joined; absent: long before. */
  joined?: number
  frequentTasks: string[]
}

const hour = 60

/** Fixed ids: each keeps the colour of their avatar. */
const id = (number: number) => `01990000-0000-7000-8000-00000000000${number}`

/** Whoever comes first is the administrator. */
export const people: Person[] = [
  {
    name: 'kaori',
    id: id(1),
    family_name: '水野',
    first_name: '香織',
    title: 'プロダクトマネージャー',
    role: 'project-manager',
    language: 'ja',
    writesAt: 8 * hour + 42,
    mark: '',
    frequentTasks: ['問い合わせの振り分け', '週次の進捗まとめ', '生産者さんとの定例'],
  },
  {
    name: 'takuya',
    id: id(2),
    family_name: '大庭',
    first_name: '拓也',
    title: 'バックエンドエンジニア',
    role: 'developer',
    language: 'ja',
    writesAt: 9 * hour + 3,
    mark: '・',
    frequentTasks: ['PRレビュー', '監視の確認', '依存ライブラリの更新'],
  },
  {
    name: 'haruto',
    id: id(3),
    family_name: '川村',
    first_name: '陽斗',
    title: 'エンジニア(入社2か月目)',
    role: 'developer',
    language: 'ja',
    writesAt: 9 * hour + 21,
    mark: '・',
    joined: 27,
    frequentTasks: ['学習メモの整理', '大庭さんとペア作業', 'PRレビューを読む'],
  },
  {
    name: 'grace',
    id: id(4),
    family_name: 'Okafor',
    first_name: 'Grace',
    title: 'App developer',
    role: 'developer',
    language: 'en',
    writesAt: 8 * hour + 55,
    mark: '- ',
    frequentTasks: ['Code review', 'Crash reports', 'Store reviews'],
  },
  {
    name: 'daniel',
    id: id(5),
    family_name: 'Reyes',
    first_name: 'Daniel',
    title: 'Quality assurance',
    role: 'qa-engineer',
    language: 'en',
    writesAt: 9 * hour + 12,
    mark: '',
    frequentTasks: ['Nightly run', 'Bug triage', 'Device shelf check'],
  },
  {
    name: 'priya',
    id: id(6),
    family_name: 'Raman',
    first_name: 'Priya',
    title: 'Product designer',
    role: 'designer',
    language: 'en',
    writesAt: 9 * hour + 34,
    mark: '',
    frequentTasks: ['Design review', 'Icon requests', 'Grower call notes'],
  },
  {
    name: 'jana',
    id: id(7),
    family_name: 'Hoffmann',
    first_name: 'Jana',
    title: 'Firmware-Entwicklerin',
    role: 'developer',
    language: 'de',
    writesAt: 9 * hour + 28,
    mark: '- ',
    frequentTasks: ['Code-Review', 'Dauertest ablesen', 'Stückliste pflegen'],
  },
  {
    name: 'matthias',
    id: id(8),
    family_name: 'Brandt',
    first_name: 'Matthias',
    title: 'Vertrieb und Kundenbetreuung',
    role: 'member',
    language: 'de',
    writesAt: 9 * hour + 40,
    mark: '',
    frequentTasks: ['Kundenanfragen beantworten', 'Angebote nachfassen', 'Anruf bei Pilotbetrieb'],
  },
]

/** `ago`: days since it was sent; it holds for seven. */
export const invitations: { email: string; role: Invitation['role']; by: string; ago: number }[] = [
  { email: 'yuto.sakai@hidamari.example', role: 'developer', by: 'kaori', ago: 1 },
  { email: 'lena.vogt@hidamari.example', role: 'member', by: 'matthias', ago: 4 },
  { email: 'amara.nwosu@hidamari.example', role: 'designer', by: 'priya', ago: 19 },
]
