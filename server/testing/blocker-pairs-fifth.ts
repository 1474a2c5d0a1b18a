import { type BlockerPair, judge, type TextPair } from './blocker-pairs-first.ts'

/** Pairs in which names are swapped between clauses that share a word. */
const swapped: TextPair[] = [
  ["Waiting for Anna, waiting for Ben's key", "Waiting for Ben, waiting for Anna's key"],
  ['Anna waits for Ben, Ben waits for the key', 'Ben waits for Anna, Anna waits for the key'],
  ['Review by Anna, review of the login by Ben', 'Review by Ben, review of the login by Anna'],
  ['Waiting for Anna. Waiting for Ben until Monday.', 'Waiting for Ben. Waiting for Anna until Monday.'],
  ['Key for Anna, key and badge for Ben', 'Key for Ben, key and badge for Anna'],
  ['Build fails on iOS, build is slow on Android', 'Build fails on Android, build is slow on iOS'],
  ['Anna asks Ben, Cara asks Anna', 'Ben asks Anna, Anna asks Cara'],
  ['Anna waits for the key and Ben signs', 'Ben waits for the key and Anna signs'],
  ['Warte auf Anna, warte auf Schlüssel von Bernd', 'Warte auf Bernd, warte auf Schlüssel von Anna'],
  ['Prüfung durch Lukas, Prüfung der Anmeldung durch Jana', 'Prüfung durch Jana, Prüfung der Anmeldung durch Lukas'],
  ['Anna wartet auf Bernd, Bernd wartet auf Freigabe', 'Bernd wartet auf Anna, Anna wartet auf Freigabe'],
  ['Relecture par Paul, relecture du devis par Marie', 'Relecture par Marie, relecture du devis par Paul'],
  ["J'attends Paul, j'attends la clé de Marie", "J'attends Marie, j'attends la clé de Paul"],
  ['Revisione di Paolo, revisione del contratto di Anna', 'Revisione di Anna, revisione del contratto di Paolo'],
  ['田中さん待ち、佐藤さんの承認待ち', '佐藤さん待ち、田中さんの承認待ち'],
  ['田中さんの承認待ち、佐藤さんの見積の承認待ち', '佐藤さんの承認待ち、田中さんの見積の承認待ち'],
  ['さとうさん待ち、かとうさんのレビュー待ち', 'かとうさん待ち、さとうさんのレビュー待ち'],
  ['本番が遅い、検証の接続が遅い', '検証が遅い、本番の接続が遅い'],
  ['田中さんが佐藤さんを待つ、佐藤さんが鍵を待つ', '佐藤さんが田中さんを待つ、田中さんが鍵を待つ'],
  ['iOS の確認待ち、Android の審査の確認待ち', 'Android の確認待ち、iOS の審査の確認待ち'],
  ['等小王，等小李的合同', '等小李，等小王的合同'],
  ['小王审核，小李审核合同', '小李审核，小王审核合同'],
  ['張偉確認，李娜確認合約', '李娜確認，張偉確認合約'],
  ['等張偉，等李娜的回覆', '等李娜，等張偉的回覆'],
]

/** Pairs in which clauses that share a word are only reordered, joined or split. */
const moved: TextPair[] = [
  ["Waiting for Anna, waiting for Ben's key", "Waiting for Ben's key, waiting for Anna"],
  ['Anna waits for Ben, Ben waits for the key', 'Ben waits for the key, Anna waits for Ben'],
  ['Review by Anna, review of the login by Ben', 'Review of the login by Ben, review by Anna'],
  ['Review by Anna, review of the login by Ben', 'Review by Anna and review of the login by Ben'],
  ['Key for Anna, key and badge for Ben', 'Key for Anna, key and a badge for Ben'],
  ['Build fails on iOS, build is slow on Android', 'Build is slow on Android, build fails on iOS'],
  ['Anna and Ben test, Cara waits', 'Anna, Ben test and Cara waits'],
  ['Warte auf Anna, warte auf Schlüssel von Bernd', 'Warte auf Schlüssel von Bernd, warte auf Anna'],
  ['Prüfung durch Lukas, Prüfung der Anmeldung durch Jana', 'Prüfung der Anmeldung durch Jana, Prüfung durch Lukas'],
  ['Relecture par Paul, relecture du devis par Marie', 'Relecture du devis par Marie, relecture par Paul'],
  ['Revisione di Paolo, revisione del contratto di Anna', 'Revisione del contratto di Anna, revisione di Paolo'],
  ['田中さん待ち、佐藤さんの承認待ち', '佐藤さんの承認待ち、田中さん待ち'],
  ['田中さんの承認待ち、佐藤さんの見積の承認待ち', '佐藤さんの見積の承認待ち、田中さんの承認待ち'],
  ['さとうさん待ち、かとうさんのレビュー待ち', 'かとうさんのレビュー待ち、さとうさん待ち'],
  ['本番が遅い、検証の接続が遅い', '検証の接続が遅い、本番が遅い'],
  ['等小王，等小李的合同', '等小李的合同，等小王'],
  ['小王审核，小李审核合同', '小李审核合同，小王审核'],
  ['張偉確認，李娜確認合約', '李娜確認合約，張偉確認'],
]

export const fifthPairs: readonly BlockerPair[] = [...judge(swapped, 'different'), ...judge(moved, 'same')]
