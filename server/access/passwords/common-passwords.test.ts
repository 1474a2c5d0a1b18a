import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isCommon } from './common-passwords.ts'

const about = ['直樹', '早川', 'Naoki', 'naoki.hayakawa@hinode.example', '予約プロダクト']

test.each([
  ...'1234567890 0987654321 abcdefghij qwertyuiop poiuytrewq iloveyou1 password12 Password12 ｐａｓｓｗｏｒｄ１２'.split(
    ' ',
  ),
  ...'aaaaaaaaaa ababababab abcdabcdabcd passwordpassword'.split(' '),
  ...'hayakawa naokihayakawa Hayakawa2026 naoki.hayakawa@hinode.example 早川直樹早川直樹2026'.split(' '),
  '予約プロダクト123',
  '          ',
  ...'password123! Passw0rd! asakai2026! P@ssw0rd1 p4$$w0rd 1password1 !Password! Pa55word!! passw0rd_1 pass-word-123'.split(
    ' ',
  ),
  ...'$unshine99 4dmin2026! f00tball! 1loveyou!! l3tm31n!! qwerty123! Qwerty2026! abcd1234!! testtest1! welcome2026'.split(
    ' ',
  ),
  ...'Tokyo2026! January2026! Sommer2026! Passwort123! motdepasse1! sakura2026! 2026asakai Asakai#1234 as4k4i-2026'.split(
    ' ',
  ),
  ...'asakai-team1 あさかい2026！ アサカイ2026 h4y4k4wa2026!! N40k1-2026! hayakawa-password1 20261127 27.11.2026 １２３４５６７８９'.split(
    ' ',
  ),
])('the common password "%s" is refused', async (password) => {
  expect(await isCommon(password, about)).toBe(true)
})

test.each([
  'correct horse battery',
  'asanoasanoasa',
  'ten letters',
  'naoki likes rivers',
  '毎朝川沿いを走る人',
  'xk4-Tuum9',
  'uM7!kQz2',
  'kX9#pLm2',
  'zebra-kanal',
  'tr0ub4dor&3',
  'river stone lantern',
  'さくらの咲く道を歩く',
  '739148201156',
])('the password "%s" is accepted', async (password) => {
  expect(await isCommon(password, about)).toBe(false)
})

test('a password may contain a name that is too short to identify a person', async () => {
  expect(await isCommon('gable-io-7', ['Al', 'Io', 'a@b.example'])).toBe(false)
})

test('at most a few of 1,000 random passwords of eight characters are refused', async () => {
  const alphabet = Array.from('abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!#$%&*+-')
  const random = () => Array.from(randomBytes(8), (byte) => alphabet[byte % alphabet.length]).join('')
  const passwords = Array.from({ length: 1_000 }, random)
  const refused = await Promise.all(passwords.map((password) => isCommon(password, about)))
  expect(refused.filter(Boolean).length).toBeLessThan(20)
})
