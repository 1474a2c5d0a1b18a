import type { BlockerPair } from './blocker-pairs-first.ts'

/** Pairs in which two words are swapped between clauses, so that the blockers differ. */
const swapped: BlockerPair[] = [
  ['waiting for Anna, review by Ben', 'waiting for Ben, review by Anna', 'different'],
  ['Waiting for Anna; review by Ben.', 'Waiting for Ben; review by Anna.', 'different'],
  ['Anna waits for the key, Ben signs', 'Ben waits for the key, Anna signs', 'different'],
  ['Login fails on iOS, search on Android', 'Login fails on Android, search on iOS', 'different'],
  ['Review by Ben, waiting for Anna', 'Waiting for Ben, review by Anna', 'different'],
  ['Key for Anna (office), badge for Ben (lab)', 'Key for Ben (office), badge for Anna (lab)', 'different'],
  ['Anna tests, Ben reviews, Cara deploys', 'Ben tests, Cara reviews, Anna deploys', 'different'],
  ['Staging is slow: Anna restarts, Ben measures', 'Staging is slow: Ben restarts, Anna measures', 'different'],
  ['Warte auf Anna, Prüfung durch Bernd', 'Warte auf Bernd, Prüfung durch Anna', 'different'],
  ['Freigabe fehlt von Lukas, Schlüssel von Jana', 'Freigabe fehlt von Jana, Schlüssel von Lukas', 'different'],
  ["En attente d'Anna, relecture par Paul", 'En attente de Paul, relecture par Anna', 'different'],
  ['Devis chez Marie, contrat chez Luc', 'Devis chez Luc, contrat chez Marie', 'different'],
  ['In attesa di Anna, revisione di Paolo', 'In attesa di Paolo, revisione di Anna', 'different'],
  ['田中さんの承認待ち、佐藤さんのレビュー待ち', '佐藤さんの承認待ち、田中さんのレビュー待ち', 'different'],
  ['山田さんの承認待ち、山本さんのレビュー待ち', '山本さんの承認待ち、山田さんのレビュー待ち', 'different'],
  ['さとうさんの承認待ち、かとうさんのレビュー待ち', 'かとうさんの承認待ち、さとうさんのレビュー待ち', 'different'],
  ['ログインは iOS で失敗、検索は Android で失敗', 'ログインは Android で失敗、検索は iOS で失敗', 'different'],
  ['本番はサーバー停止。検証は回線が遅い', '検証はサーバー停止。本番は回線が遅い', 'different'],
  ['等小王确认，小李审核', '等小李确认，小王审核', 'different'],
  ['等待張偉確認，李娜審核合約', '等待李娜確認，張偉審核合約', 'different'],
]

/** Pairs in which clauses are reordered, joined or split, so that the blocker is the same. */
const moved: BlockerPair[] = [
  ['waiting for Anna, review by Ben', 'review by Ben, waiting for Anna', 'same'],
  ['Waiting for Anna; review by Ben.', 'Review by Ben; waiting for Anna', 'same'],
  ['waiting for Anna, review by Ben', 'waiting for Anna and review by Ben', 'same'],
  ['waiting for Anna, review by Ben', 'still waiting for Anna, review by Ben', 'same'],
  ['waiting for Anna, waiting for Ben', 'waiting for Ben, waiting for Anna', 'same'],
  ['Anna tests, Ben reviews, Cara deploys', 'Cara deploys, Anna tests, Ben reviews', 'same'],
  ['Login fails on iOS, search on Android', 'Search on Android, login fails on iOS', 'same'],
  ['Staging is slow: Anna restarts, Ben measures', 'Staging is slow: Ben measures, Anna restarts', 'same'],
  ['Warte auf Anna, Prüfung durch Bernd', 'Prüfung durch Bernd, warte auf Anna', 'same'],
  ['Warte auf Anna, Prüfung durch Bernd', 'Warte noch auf Anna, Prüfung durch Bernd', 'same'],
  ['Freigabe fehlt von Lukas, Schlüssel von Jana', 'Schlüssel von Jana, Freigabe fehlt von Lukas', 'same'],
  ['Devis chez Marie, contrat chez Luc', 'Contrat chez Luc, devis chez Marie', 'same'],
  ["En attente d'Anna, relecture par Paul", "Relecture par Paul, en attente d'Anna", 'same'],
  ['In attesa di Anna, revisione di Paolo', 'Revisione di Paolo, in attesa di Anna', 'same'],
  ['田中さんの承認待ち、佐藤さんのレビュー待ち', '佐藤さんのレビュー待ち、田中さんの承認待ち', 'same'],
  ['山田さんの承認待ち、山本さんのレビュー待ち', '山本さんのレビュー待ち、山田さんの承認待ち', 'same'],
  ['さとうさんの承認待ち、かとうさんのレビュー待ち', 'かとうさんのレビュー待ち、さとうさんの承認待ち', 'same'],
  ['ログインは iOS で失敗、検索は Android で失敗', '検索は Android で失敗、ログインは iOS で失敗', 'same'],
  ['等小王确认，小李审核', '小李审核，等小王确认', 'same'],
  ['等待張偉確認，李娜審核合約', '李娜審核合約，等待張偉確認', 'same'],
]

export const fourthPairs: readonly BlockerPair[] = [...swapped, ...moved]
