import type { BlockerPair } from './blocker-pairs-first.ts'

const numbers: BlockerPair[] = [
  ['PR #77 のレビュー待ち', 'PR #78 のレビュー待ち', 'different'],
  ['Build 20261103 fails on macOS', 'Build 20261104 fails on macOS', 'different'],
  ['Release 10.0 is late', 'Release 1.00 is late', 'different'],
  ['10時の会議室が使えない', '11時の会議室が使えない', 'different'],
  ['10月5日の納品が遅れている', '10月6日の納品が遅れている', 'different'],
  ['3人分のライセンスが足りない', '２人分のライセンスが足りない', 'different'],
  ['3人分のライセンスが足りない', '３人分のライセンスが足りない', 'same'],
  ['二件目の見積もりが来ない', '三件目の見積もりが来ない', 'different'],
  ['Telefon Durchwahl 214 ist tot', 'Telefon Durchwahl 241 ist tot', 'different'],
  ['Le poste 12 ne fonctionne plus', 'Le poste 13 ne fonctionne plus', 'different'],
  ['服务器3号没有响应', '服务器4号没有响应', 'different'],
  ['等待第二版合同', '等待第三版合同', 'different'],
  ['等待審核 #51', '等待審核 #52', 'different'],
  ['Die zweite Lieferung fehlt noch', 'Die dritte Lieferung fehlt noch', 'different'],
  ['La première livraison manque encore', 'La deuxième livraison manque encore', 'different'],
  ['Waiting for the meeting on Monday', 'Waiting for the meeting on Tuesday', 'different'],
  ['月曜の打ち合わせ待ち', '火曜の打ち合わせ待ち', 'different'],
  ['Staging: ticket OPS-12 has no owner', 'Staging: ticket OPS-21 has no owner', 'different'],
  ['OPS-12 has no owner on the operations side', 'DEV-12 has no owner on the operations side', 'different'],
  ['検証環境の確認待ち', '検証環境の確認待ち (HIN-212)', 'different'],
  ['https://example.com/a/9f3c/edit の権限がない', 'https://example.com/a/9f3d/edit の権限がない', 'different'],
  ['Phase II of the migration is blocked', 'Phase III of the migration is blocked', 'different'],
  ['IPv4 の疎通が取れない', 'IPv6 の疎通が取れない', 'different'],
]

const letters: BlockerPair[] = [
  ['Test user x is locked', 'Test user y is locked', 'different'],
  ['Test user a is locked', 'Test user e is locked', 'different'],
  ['Variante A wartet auf die Freigabe', 'Variante B wartet auf die Freigabe', 'different'],
  ['Lot C : pas de réponse', 'Lot D : pas de réponse', 'different'],
  ['方案A还没有批准', '方案B还没有批准', 'different'],
  ['Ａ棟の入館証が届かない', 'A棟の入館証が届かない', 'same'],
  ['ア棟の入館証が届かない', 'イ棟の入館証が届かない', 'different'],
]

const negation: BlockerPair[] = [
  ['I cannot reach the staging database', "I can't reach the staging database", 'same'],
  ['The vendor has replied', 'The vendor has never replied', 'different'],
  ['The order is complete', 'The order is incomplete', 'different'],
  ['We have access to the ledger', 'We have no access to the ledger', 'different'],
  ['The tests with the licence fail', 'The tests without the licence fail', 'different'],
  ['Die Freigabe ist möglich', 'Die Freigabe ist unmöglich', 'different'],
  ['Ohne Zugang zum Archiv', 'Mit Zugang zum Archiv', 'different'],
  ["L'accès est possible", "L'accès est impossible", 'different'],
  ["Le client n'a pas répondu", 'Le client a répondu', 'different'],
  ['返事が来ず困っている', '返事が来て困っている', 'different'],
  ['返事が来なかった', '返事が来た', 'different'],
  ['設定が反映されない', '設定が反映されました', 'different'],
  ['在庫あり', '在庫なし', 'different'],
  ['我们无法访问仓库', '我们可以访问仓库', 'different'],
  ['密碼沒有更新', '密碼有更新', 'different'],
  ['Il fornitore ha risposto', 'Il fornitore non ha risposto', 'different'],
  ['Ligipääs on olemas', 'Ligipääsu ei ole', 'different'],
]

const namesAndOpposites: BlockerPair[] = [
  ['Waiting for Jon to sign', 'Waiting for John to sign', 'different'],
  ['Warte auf Frau Maier', 'Warte auf Frau Meier', 'different'],
  ['En attente de Martine', 'En attente de Martin', 'different'],
  ['高橋さんの返事待ち', '高木さんの返事待ち', 'different'],
  ['サトウさんの返事待ち', 'サイトウさんの返事待ち', 'different'],
  ['The gate is open', 'The gate is closed', 'different'],
  ['送信側の設定が分からない', '受信側の設定が分からない', 'different'],
  ['リリース前の確認が終わらない', 'リリース後の確認が終わらない', 'different'],
  ['Vor der Abnahme fehlt das Protokoll', 'Nach der Abnahme fehlt das Protokoll', 'different'],
  ['上传的文件损坏了', '下载的文件损坏了', 'different'],
  ['The old certificate is missing', 'The new certificate is missing', 'different'],
]

const asBefore: BlockerPair[] = [
  ['Waiting for the reveiw of the contract', 'Waiting for the review of the contract', 'same'],
  ['Warte auf die Genemigung vom Bauamt', 'Warte auf die Genehmigung vom Bauamt', 'same'],
  ['检验环境的数据库没有响应', '检验环境的数据库还没有响应', 'same'],
  ['バッチが動きません', 'バッチが動かない', 'same'],
  ['仕様書が届いていないです', '仕様書が届いていません', 'same'],
  ['プリンターが動かない', 'プリンタが動かない', 'same'],
  ['ﾌﾟﾘﾝﾀｰが動かない', 'プリンターが動かない', 'same'],
  ['【急ぎ】契約書の返事待ち', '契約書の返事待ち', 'same'],
  ['⚠️ The VPN drops every hour', 'The VPN drops every hour', 'same'],
  ['The VPN drops every hour (still!)', 'The VPN drops every hour', 'same'],
  ['Il server di prova non risponde', 'Il server di prova non risponde ancora', 'same'],
  ['En attente de la réponse du client', 'Toujours en attente de la réponse du client', 'same'],
  ['Cannot connect to the staging database', 'cannot connect to staging database', 'same'],
  [
    'The SIM cards of the couriers have no network. We called the provider.',
    'We called the provider again. The couriers still have no network on their SIM cards.',
    'same',
  ],
  ['Leverans: faktura väntar', 'Leverans - faktura väntar', 'same'],
]

/**
 * Pairs that a reader considers one blocker, although the rule does not. Members can mark such a rewording in the panel
 * (E3.03).
 */
export const reworded: readonly BlockerPair[] = [
  ['契約書の返事待ち', '契約書の返事待ち、部長に確認中', 'same'],
  ['Waiting for the reply from legal', 'Waiting for an answer from legal', 'same'],
  ['Die SIM-Karten der Fahrer haben kein Netz.', 'Weiterhin kein Netz auf den Handys der Fahrer.', 'same'],
  ['検証環境が落ちている', '検証環境が停止している', 'same'],
]

export const secondPairs: readonly BlockerPair[] = [
  ...numbers,
  ...letters,
  ...negation,
  ...namesAndOpposites,
  ...asBefore,
]
