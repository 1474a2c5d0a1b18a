import { type BlockerPair, judge, type TextPair } from './blocker-pairs-first.ts'

/** Pairs in which two words are swapped between clauses, so that the blockers differ. */
const swapped: TextPair[] = [
  ['waiting for Anna, review by Ben', 'waiting for Ben, review by Anna'],
  ['Waiting for Anna; review by Ben.', 'Waiting for Ben; review by Anna.'],
  ['Anna waits for the key, Ben signs', 'Ben waits for the key, Anna signs'],
  ['Login fails on iOS, search on Android', 'Login fails on Android, search on iOS'],
  ['Review by Ben, waiting for Anna', 'Waiting for Ben, review by Anna'],
  ['Key for Anna (office), badge for Ben (lab)', 'Key for Ben (office), badge for Anna (lab)'],
  ['Anna tests, Ben reviews, Cara deploys', 'Ben tests, Cara reviews, Anna deploys'],
  ['Staging is slow: Anna restarts, Ben measures', 'Staging is slow: Ben restarts, Anna measures'],
  ['Warte auf Anna, Prüfung durch Bernd', 'Warte auf Bernd, Prüfung durch Anna'],
  ['Freigabe fehlt von Lukas, Schlüssel von Jana', 'Freigabe fehlt von Jana, Schlüssel von Lukas'],
  ["En attente d'Anna, relecture par Paul", 'En attente de Paul, relecture par Anna'],
  ['Devis chez Marie, contrat chez Luc', 'Devis chez Luc, contrat chez Marie'],
  ['In attesa di Anna, revisione di Paolo', 'In attesa di Paolo, revisione di Anna'],
  ['田中さんの承認待ち、佐藤さんのレビュー待ち', '佐藤さんの承認待ち、田中さんのレビュー待ち'],
  ['山田さんの承認待ち、山本さんのレビュー待ち', '山本さんの承認待ち、山田さんのレビュー待ち'],
  ['さとうさんの承認待ち、かとうさんのレビュー待ち', 'かとうさんの承認待ち、さとうさんのレビュー待ち'],
  ['ログインは iOS で失敗、検索は Android で失敗', 'ログインは Android で失敗、検索は iOS で失敗'],
  ['本番はサーバー停止。検証は回線が遅い', '検証はサーバー停止。本番は回線が遅い'],
  ['等小王确认，小李审核', '等小李确认，小王审核'],
  ['等待張偉確認，李娜審核合約', '等待李娜確認，張偉審核合約'],
]

/** Pairs in which clauses are reordered, joined or split, so that the blocker is the same. */
const moved: TextPair[] = [
  ['waiting for Anna, review by Ben', 'review by Ben, waiting for Anna'],
  ['Waiting for Anna; review by Ben.', 'Review by Ben; waiting for Anna'],
  ['waiting for Anna, review by Ben', 'waiting for Anna and review by Ben'],
  ['waiting for Anna, review by Ben', 'still waiting for Anna, review by Ben'],
  ['waiting for Anna, waiting for Ben', 'waiting for Ben, waiting for Anna'],
  ['Anna tests, Ben reviews, Cara deploys', 'Cara deploys, Anna tests, Ben reviews'],
  ['Login fails on iOS, search on Android', 'Search on Android, login fails on iOS'],
  ['Staging is slow: Anna restarts, Ben measures', 'Staging is slow: Ben measures, Anna restarts'],
  ['Warte auf Anna, Prüfung durch Bernd', 'Prüfung durch Bernd, warte auf Anna'],
  ['Warte auf Anna, Prüfung durch Bernd', 'Warte noch auf Anna, Prüfung durch Bernd'],
  ['Freigabe fehlt von Lukas, Schlüssel von Jana', 'Schlüssel von Jana, Freigabe fehlt von Lukas'],
  ['Devis chez Marie, contrat chez Luc', 'Contrat chez Luc, devis chez Marie'],
  ["En attente d'Anna, relecture par Paul", "Relecture par Paul, en attente d'Anna"],
  ['In attesa di Anna, revisione di Paolo', 'Revisione di Paolo, in attesa di Anna'],
  ['田中さんの承認待ち、佐藤さんのレビュー待ち', '佐藤さんのレビュー待ち、田中さんの承認待ち'],
  ['山田さんの承認待ち、山本さんのレビュー待ち', '山本さんのレビュー待ち、山田さんの承認待ち'],
  ['さとうさんの承認待ち、かとうさんのレビュー待ち', 'かとうさんのレビュー待ち、さとうさんの承認待ち'],
  ['ログインは iOS で失敗、検索は Android で失敗', '検索は Android で失敗、ログインは iOS で失敗'],
  ['等小王确认，小李审核', '小李审核，等小王确认'],
  ['等待張偉確認，李娜審核合約', '李娜審核合約，等待張偉確認'],
]

export const fourthPairs: readonly BlockerPair[] = [...judge(swapped, 'different'), ...judge(moved, 'same')]
