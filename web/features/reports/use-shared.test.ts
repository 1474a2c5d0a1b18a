import { expect, test } from 'vitest'
import { sharedLines } from './use-shared.ts'

const hash = (parts: Record<string, string>) => `#${new URLSearchParams(parts)}`

test.each([
  [
    'title, text and address',
    { title: '会議', text: '議事録', url: 'https://a.example/1' },
    '会議\n議事録\nhttps://a.example/1',
  ],
  [
    'an address within the text',
    { title: 'Notes', text: 'Notes https://a.example/1', url: 'https://a.example/1' },
    'Notes https://a.example/1',
  ],
  ['the same text in each part', { title: 'x', text: 'x', url: 'x' }, 'x'],
  ['several lines', { text: ' a & b = c\n#482 \n' }, 'a & b = c\n#482'],
  ['nothing', { title: ' ', text: '' }, ''],
  ['an unknown part', { comment: 'x' }, ''],
])('sharedLines returns the lines that another app has shared: %s', (_what, parts, lines) =>
  expect(sharedLines(hash(parts))).toBe(lines),
)
