import type { BlockerPair } from './blocker-pairs-first.ts'

/** The number of a line in a list, at its begin, is no mark of the blocker. */
const listMarks: BlockerPair[] = [
  ['1. VPN が切れる', '2. VPN が切れる', 'same'],
  ['1) VPN drops every hour', '3) VPN drops every hour', 'same'],
  ['(1) 契約書の返事待ち', '(2) 契約書の返事待ち', 'same'],
  ['（１）契約書の返事待ち', '契約書の返事待ち', 'same'],
  ['①契約書の返事待ち', '②契約書の返事待ち', 'same'],
  ['１．契約書の返事待ち', '２．契約書の返事待ち', 'same'],
  ['1. Warte auf die Freigabe', 'Warte auf die Freigabe', 'same'],
  ['①の承認待ち', '②の承認待ち', 'different'],
  ['2. Lieferung fehlt', '3. Lieferung fehlt', 'different'],
  ['1. Oktober fällt aus', '2. Oktober fällt aus', 'different'],
  ['1.2 の承認待ち', '1.3 の承認待ち', 'different'],
  ['1. VPN が切れる', '2. 鍵が無い', 'different'],
]

/** How old a blocker is, or that it goes on, is no mark of the blocker. */
const ages: BlockerPair[] = [
  ['レビュー待ち 2日目', 'レビュー待ち 3日目', 'same'],
  ['レビュー待ち', 'レビュー待ち 2日目', 'same'],
  ['レビュー待ち、2日前から', 'レビュー待ち、3日前から', 'same'],
  ['レビュー待ち 2日前から', 'レビュー待ち', 'same'],
  ['Waiting for the review (since 2 days)', 'Waiting for the review (since 3 days)', 'same'],
  ['Warte auf die Freigabe seit 2 Tagen', 'Warte auf die Freigabe seit 3 Tagen', 'same'],
  ['En attente du contrat depuis 2 jours', 'En attente du contrat depuis 3 jours', 'same'],
  ['返事待ち', '返事待ち（継続）', 'same'],
  ['返事待ち', '【継続】返事待ち', 'same'],
  ['返事待ち', '返事待ち (継続) 3日目', 'same'],
  ['No VPN', 'No VPN (continued)', 'same'],
  ['No VPN', '(continued) No VPN', 'same'],
  ['研修3日目', '研修4日目', 'different'],
]

export const thirdPairs: readonly BlockerPair[] = [...listMarks, ...ages]
