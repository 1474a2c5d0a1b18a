import { expect, test } from 'vitest'
import { ticketAddress } from './ticket-address.ts'

const items = [
  { reference: '#471', url: 'https://github.com/hinode/reserve/issues/471' },
  { reference: '#482', url: 'https://github.com/hinode/reserve/pull/482' },
  { reference: '#3', url: 'https://github.com/hinode/reserve/issues/3' },
  { reference: '#3', url: 'https://github.com/hinode/pay/issues/3' },
  { reference: 'hinode/pay#77', url: 'https://github.com/hinode/pay/issues/77' },
  { reference: 'HIN-212', url: 'https://hinode.backlog.com/view/HIN-212' },
  { reference: 'OPS-1', url: 'javascript:alert(1)' },
  { reference: 'OPS-2', url: null },
]

test.each([
  ['#471', 'https://github.com/hinode/reserve/issues/471'],
  ['PR #482', 'https://github.com/hinode/reserve/pull/482'],
  ['#77', 'https://github.com/hinode/pay/issues/77'],
  ['#7', undefined],
  ['HIN-212', 'https://hinode.backlog.com/view/HIN-212'],
  ['HIN-9', 'https://hinode.backlog.com/view/HIN-9'],
  ['#3', undefined],
  ['#472', undefined],
  ['HI-212', undefined],
  ['OPS-1', undefined],
  ['OPS-2', undefined],
])('ticketAddress returns for the reference %s the address %s', (reference, address) =>
  expect(ticketAddress(reference, items)).toBe(address),
)
