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
])('"%s" is among the first that are tried', async (password) => {
  expect(await isCommon(password, about)).toBe(true)
})

test.each([
  'correct horse battery',
  'asanoasanoasa',
  'ten letters',
  'naoki likes rivers',
  '毎朝川沿いを走る人',
  'xk4-Tuum9',
])('"%s" is not', async (password) => {
  expect(await isCommon(password, about)).toBe(false)
})

test('words too short to mean anybody do not count', async () => {
  expect(await isCommon('gable-io-7', ['Al', 'Io', 'a@b.example'])).toBe(false)
})
