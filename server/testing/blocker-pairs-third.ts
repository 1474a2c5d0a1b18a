import type { BlockerPair } from './blocker-pairs-first.ts'

/** Pairs that differ in a number at the start of the line. The number of a list item does not identify the blocker. */
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

/**
 * Pairs that differ in a number of days or a word such as "continued". The age of a blocker does not identify the
 * blocker.
 */
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

const exchanged: BlockerPair[] = [
  ['田中さんの返事待ち', '中田さんの返事待ち', 'different'],
  ['Anna waits for Bob', 'Bob waits for Anna', 'different'],
  ['Anna wartet auf Bernd', 'Bernd wartet auf Anna', 'different'],
  ['Anna attend la réponse de Paul', 'Paul attend la réponse de Anna', 'different'],
  ['Anna waits for Bob, see the chat', 'Bob waits for Anna, see the chat', 'different'],
  ['Copy from staging to prod fails', 'Copy from prod to staging fails', 'different'],
  ['東京から大阪への回線が遅い', '大阪から東京への回線が遅い', 'different'],
  ['本社と工場の間の承認待ち', '工場と本社の間の承認待ち', 'different'],
  ['さくらのサーバーが落ちている', 'かえでのサーバーが落ちている', 'different'],
  ['さとうさんの返事待ち', 'かとうさんの返事待ち', 'different'],
  ['いとうさん確認待ち', 'さいとうさん確認待ち', 'different'],
  ['みずほが遅い', 'りそなが遅い', 'different'],
  ['ひまわりを止められない', 'たんぽぽを止められない', 'different'],
  ['Waiting for the contract from ACME', 'Waiting for the contract to ACME', 'different'],
  ['No answer from ACME', 'No answer for ACME', 'different'],
  ['No reply to the agency', 'No reply from the agency', 'different'],
  ['Lieferung von Bremen fehlt', 'Lieferung für Bremen fehlt', 'different'],
  ['Lieferung vom Werk fehlt', 'Lieferung zum Werk fehlt', 'different'],
  ['Le colis de Paris est bloqué', 'Le colis pour Paris est bloqué', 'different'],
  ['Envoi du siège bloqué', 'Envoi au siège bloqué', 'different'],
  ['Consegna dal magazzino ferma', 'Consegna per magazzino ferma', 'different'],
  ['ACME からの返事待ち', 'ACME への返事待ち', 'different'],
  ['総務からの返事待ち', '総務への返事待ち', 'different'],
  ['明日から入館できない', '明日まで入館できない', 'different'],
  ['The C++ build fails', 'The C# build fails', 'different'],
  ['C++ のビルドが通らない', 'C のビルドが通らない', 'different'],
  ['The offset is +5 hours', 'The offset is -5 hours', 'different'],
  ['室温が +5 度になる', '室温が -5 度になる', 'different'],
  ['🔴 検証環境', '🟢 検証環境', 'different'],
  ['Staging 🔴', 'Staging 🟢', 'different'],
  ['🇩🇪 shop is down', '🇫🇷 shop is down', 'different'],
]

const notExchanged: BlockerPair[] = [
  ['田中さんの返事待ち', '田中さんの返事をまだ待ち', 'same'],
  ['No answer from ACME', 'Still no answer from ACME', 'same'],
  ['Copy from staging to prod fails', 'copy from staging to prod fails.', 'same'],
  ['東京から大阪への回線が遅い', '東京から大阪への回線がまだ遅い', 'same'],
  ['総務からの返事待ち', '総務の返事待ち', 'same'],
  ['総務へ返事待ち', '総務に返事待ち', 'same'],
  ['さくらのサーバーが落ちている', 'さくらのサーバーがまだ落ちている', 'same'],
  ['The C++ build fails', 'the C++ build still fails', 'same'],
  ['🔴 検証環境が応答しない', '検証環境が応答しない', 'same'],
  ['Lieferung von Bremen fehlt', 'Lieferung von Bremen fehlt noch', 'same'],
  ['VPN is down, waiting for Bob', 'Waiting for Bob, VPN is down', 'same'],
]

export const thirdPairs: readonly BlockerPair[] = [...listMarks, ...ages, ...exchanged, ...notExchanged]
