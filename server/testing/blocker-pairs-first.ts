/**
 * Two lines of consecutive reports, and whether a reader considers them one blocker. Collected before the rule was
 * written (E3.02).
 */
export type BlockerPair = readonly [before: string, after: string, is: 'same' | 'different']
export type TextPair = readonly [before: string, after: string]

export const judge = (pairs: readonly TextPair[], is: BlockerPair[2]): BlockerPair[] =>
  pairs.map((pair) => [...pair, is])

/** Numbers, ticket keys, versions, dates and times. */
const numbers: BlockerPair[] = [
  ['Waiting for the review of #123', 'Waiting for the review of #124', 'different'],
  ['HIN-212 の仕様確認待ち', 'HIN-213 の仕様確認待ち', 'different'],
  ['HIN-212 の仕様確認待ち', 'ABC-212 の仕様確認待ち', 'different'],
  ['サーバー1 が応答しない', 'サーバー2 が応答しない', 'different'],
  ['サーバー１が応答しない', 'サーバー２が応答しない', 'different'],
  ['サーバー1 が応答しない', 'サーバー１が応答しない', 'same'],
  ['The build with v2.4.1 fails on the staging host', 'The build with v2.4.2 fails on the staging host', 'different'],
  ['Der Termin am 12.10. fällt aus, wir warten', 'Der Termin am 13.10. fällt aus, wir warten', 'different'],
  ['La salle est fermée à partir de 14h00', 'La salle est fermée à partir de 15h00', 'different'],
  ['Die Ablösung beginnt um 10:12', 'Die Ablösung beginnt um 12:10', 'different'],
  ['The contract has been unsigned for 3 weeks', 'The contract has been unsigned for 4 weeks', 'different'],
  ['Extension 4711 of the support line is dead', 'Extension 4712 of the support line is dead', 'different'],
  ['第一会議室の予約ができない', '第二会議室の予約ができない', 'different'],
  ['三番サーバーの交換待ち', '四番サーバーの交換待ち', 'different'],
  ['第三批数据还没有到', '第四批数据还没有到', 'different'],
  ['手順①の承認待ち', '手順②の承認待ち', 'different'],
  ['Two machines are missing for the test', 'Three machines are missing for the test', 'different'],
  ['https://example.com/issues/4521 の返事待ち', 'https://example.com/issues/4522 の返事待ち', 'different'],
  ['Waiting for https://example.com/pull/8?tab=a', 'Waiting for https://example.com/pull/8?tab=b', 'different'],
  ['研修3日目の資料が届かない', '研修4日目の資料が届かない', 'different'],
]

/** The number of waiting days at the end of a line is the blocker's age. It does not make the line another blocker. */
const daysOfWaiting: BlockerPair[] = [
  ['契約書の返事待ちで手続きが進まない(3日目)', '契約書の返事待ちで手続きが進まない(4日目)', 'same'],
  ['契約書の返事待ち', '契約書の返事待ち（3日目）', 'same'],
  ['Waiting for the contract (day 2)', 'Waiting for the contract (day 3)', 'same'],
  ['Warte auf den Vertrag (Tag 2)', 'Warte auf den Vertrag (Tag 3)', 'same'],
  ['En attente du contrat (jour 2)', 'En attente du contrat (jour 3)', 'same'],
]

const letters: BlockerPair[] = [
  ['No answer from user A', 'No answer from user B', 'different'],
  ['A社の返事待ち', 'B社の返事待ち', 'different'],
  ['プランAの承認が下りない', 'プランＢの承認が下りない', 'different'],
  ['Das Gebäude C hat kein WLAN', 'Das Gebäude D hat kein WLAN', 'different'],
  ['甲社との契約が決まらない', '乙社との契約が決まらない', 'different'],
]

const negation: BlockerPair[] = [
  ['Cannot log in to the VPN', 'Can now log in to the VPN', 'different'],
  ['We can connect to the staging database', "We can't connect to the staging database", 'different'],
  ['The installer is signed', 'The installer is not signed', 'different'],
  ['The licence server is available', 'The licence server is unavailable', 'different'],
  ['The calls are blocking the import', 'The calls are non-blocking the import', 'different'],
  ['検証環境のバッチが動かない', '検証環境のバッチが動いた', 'different'],
  ['検証環境に接続できる', '検証環境に接続できない', 'different'],
  ['検証環境に接続できます', '検証環境に接続できません', 'different'],
  ['見積もりが承認された', '見積もりが未承認', 'different'],
  ['Es gibt einen Zugang zum Testsystem', 'Es gibt keinen Zugang zum Testsystem', 'different'],
  ['Der Zugang funktioniert', 'Der Zugang funktioniert nicht', 'different'],
  ['Le serveur répond depuis ce matin', 'Le serveur ne répond pas depuis ce matin', 'different'],
  ['测试环境不能登录', '测试环境能登录', 'different'],
  ['供应商有回复', '供应商没有回复', 'different'],
  ['Il server di prova risponde', 'Il server di prova non risponde', 'different'],
  ['Testserver vastab', 'Testserver ei vasta', 'different'],
]

const namesAndOpposites: BlockerPair[] = [
  ['Waiting for feedback from Anna', 'Waiting for feedback from Hanna', 'different'],
  ['Warte auf die Freigabe von Martina', 'Warte auf die Freigabe von Martino', 'different'],
  ['佐藤さんの確認待ち', '佐野さんの確認待ち', 'different'],
  ['等待王伟的审核结果', '等待王芳的审核结果', 'different'],
  ['The page freezes before the payment', 'The page freezes after the payment', 'different'],
  ['The login page of the customer portal is slow', 'The logout page of the customer portal is slow', 'different'],
  ['ログイン画面の仕様が決まらない', 'ログアウト画面の仕様が決まらない', 'different'],
  ['検証環境のデータベースが応答しない', '本番環境のデータベースが応答しない', 'different'],
  ['Der Import der Kundendaten hängt', 'Der Export der Kundendaten hängt', 'different'],
  ['Erreur à la réception des factures', "Erreur à l'émission des factures", 'different'],
]

const asBefore: BlockerPair[] = [
  ['The staging enviroment is down', 'The staging environment is down', 'same'],
  ['Waiting for the recieved parts list', 'Waiting for the received parts list', 'same'],
  ['The staging server is down', 'The staging server is down.', 'same'],
  ['検証環境のDBが応答しない', '検証環境のＤＢが応答しない。', 'same'],
  ['VPN に接続できない', 'ｖｐｎ に接続できない', 'same'],
  ['検証環境のデータベースが応答しない', '検証環境のデータベースが応答しません', 'same'],
  ['検証環境のデータベースが応答しない', '検証環境のデータベースがまだ応答しない', 'same'],
  ['The staging server does not answer', 'The staging server still does not answer', 'same'],
  ['Der Testserver antwortet nicht', 'Der Testserver antwortet immer noch nicht', 'same'],
  ['Le serveur de test ne répond pas', 'Le serveur de test ne répond toujours pas', 'same'],
  ['供应商还没有回复我们的报价', '供应商没有回复我们的报价', 'same'],
  ['The printer on the ground floor is broken', 'The printer on the ground floor is broken 😩', 'same'],
  ['Waiting for legal, contract of the agency', 'Contract of the agency, waiting for legal', 'same'],
  ['The staging server is down', 'the staging server is down!!', 'same'],
  ['Lieferung der Monitore steht aus', 'Lieferung der neuen Monitore steht aus', 'same'],
  ['Waiting for the laptop', 'The customer wants a new offer', 'different'],
  ['契約書の返事待ち', '検証環境のDBが応答しない', 'different'],
]

export const firstPairs: readonly BlockerPair[] = [
  ...numbers,
  ...daysOfWaiting,
  ...letters,
  ...negation,
  ...namesAndOpposites,
  ...asBefore,
]
