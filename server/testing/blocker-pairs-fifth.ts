import type { BlockerPair } from './blocker-pairs-first.ts'

/** Pairs in which names are swapped between clauses that share a word. */
const swapped: BlockerPair[] = [
  ["Waiting for Anna, waiting for Ben's key", "Waiting for Ben, waiting for Anna's key", 'different'],
  ['Anna waits for Ben, Ben waits for the key', 'Ben waits for Anna, Anna waits for the key', 'different'],
  ['Review by Anna, review of the login by Ben', 'Review by Ben, review of the login by Anna', 'different'],
  ['Waiting for Anna. Waiting for Ben until Monday.', 'Waiting for Ben. Waiting for Anna until Monday.', 'different'],
  ['Key for Anna, key and badge for Ben', 'Key for Ben, key and badge for Anna', 'different'],
  ['Build fails on iOS, build is slow on Android', 'Build fails on Android, build is slow on iOS', 'different'],
  ['Anna asks Ben, Cara asks Anna', 'Ben asks Anna, Anna asks Cara', 'different'],
  ['Anna waits for the key and Ben signs', 'Ben waits for the key and Anna signs', 'different'],
  ['Warte auf Anna, warte auf Schlüssel von Bernd', 'Warte auf Bernd, warte auf Schlüssel von Anna', 'different'],
  [
    'Prüfung durch Lukas, Prüfung der Anmeldung durch Jana',
    'Prüfung durch Jana, Prüfung der Anmeldung durch Lukas',
    'different',
  ],
  ['Anna wartet auf Bernd, Bernd wartet auf Freigabe', 'Bernd wartet auf Anna, Anna wartet auf Freigabe', 'different'],
  ['Relecture par Paul, relecture du devis par Marie', 'Relecture par Marie, relecture du devis par Paul', 'different'],
  ["J'attends Paul, j'attends la clé de Marie", "J'attends Marie, j'attends la clé de Paul", 'different'],
  [
    'Revisione di Paolo, revisione del contratto di Anna',
    'Revisione di Anna, revisione del contratto di Paolo',
    'different',
  ],
  ['田中さん待ち、佐藤さんの承認待ち', '佐藤さん待ち、田中さんの承認待ち', 'different'],
  ['田中さんの承認待ち、佐藤さんの見積の承認待ち', '佐藤さんの承認待ち、田中さんの見積の承認待ち', 'different'],
  ['さとうさん待ち、かとうさんのレビュー待ち', 'かとうさん待ち、さとうさんのレビュー待ち', 'different'],
  ['本番が遅い、検証の接続が遅い', '検証が遅い、本番の接続が遅い', 'different'],
  ['田中さんが佐藤さんを待つ、佐藤さんが鍵を待つ', '佐藤さんが田中さんを待つ、田中さんが鍵を待つ', 'different'],
  ['iOS の確認待ち、Android の審査の確認待ち', 'Android の確認待ち、iOS の審査の確認待ち', 'different'],
  ['等小王，等小李的合同', '等小李，等小王的合同', 'different'],
  ['小王审核，小李审核合同', '小李审核，小王审核合同', 'different'],
  ['張偉確認，李娜確認合約', '李娜確認，張偉確認合約', 'different'],
  ['等張偉，等李娜的回覆', '等李娜，等張偉的回覆', 'different'],
]

/** Pairs in which clauses that share a word are only reordered, joined or split. */
const moved: BlockerPair[] = [
  ["Waiting for Anna, waiting for Ben's key", "Waiting for Ben's key, waiting for Anna", 'same'],
  ['Anna waits for Ben, Ben waits for the key', 'Ben waits for the key, Anna waits for Ben', 'same'],
  ['Review by Anna, review of the login by Ben', 'Review of the login by Ben, review by Anna', 'same'],
  ['Review by Anna, review of the login by Ben', 'Review by Anna and review of the login by Ben', 'same'],
  ['Key for Anna, key and badge for Ben', 'Key for Anna, key and a badge for Ben', 'same'],
  ['Build fails on iOS, build is slow on Android', 'Build is slow on Android, build fails on iOS', 'same'],
  ['Anna and Ben test, Cara waits', 'Anna, Ben test and Cara waits', 'same'],
  ['Warte auf Anna, warte auf Schlüssel von Bernd', 'Warte auf Schlüssel von Bernd, warte auf Anna', 'same'],
  [
    'Prüfung durch Lukas, Prüfung der Anmeldung durch Jana',
    'Prüfung der Anmeldung durch Jana, Prüfung durch Lukas',
    'same',
  ],
  ['Relecture par Paul, relecture du devis par Marie', 'Relecture du devis par Marie, relecture par Paul', 'same'],
  [
    'Revisione di Paolo, revisione del contratto di Anna',
    'Revisione del contratto di Anna, revisione di Paolo',
    'same',
  ],
  ['田中さん待ち、佐藤さんの承認待ち', '佐藤さんの承認待ち、田中さん待ち', 'same'],
  ['田中さんの承認待ち、佐藤さんの見積の承認待ち', '佐藤さんの見積の承認待ち、田中さんの承認待ち', 'same'],
  ['さとうさん待ち、かとうさんのレビュー待ち', 'かとうさんのレビュー待ち、さとうさん待ち', 'same'],
  ['本番が遅い、検証の接続が遅い', '検証の接続が遅い、本番が遅い', 'same'],
  ['等小王，等小李的合同', '等小李的合同，等小王', 'same'],
  ['小王审核，小李审核合同', '小李审核合同，小王审核', 'same'],
  ['張偉確認，李娜確認合約', '李娜確認合約，張偉確認', 'same'],
]

export const fifthPairs: readonly BlockerPair[] = [...swapped, ...moved]
