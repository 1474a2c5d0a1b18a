import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BlockerField, followEdit, keepOpen, reword, rowsOf, solve } from './blocker-rows.ts'

const vpn = { id: 'v', text: 'VPNにつながらない' }
const contract = { id: 'c', text: '契約書の返事待ち' }
const open = [vpn, contract]
const start: BlockerField = { issues: '・VPNにつながらない\n契約書の返事待ち', choices: [] }
const row = (id: string, field: BlockerField) => rowsOf(open, field).find((each) => each.id === id)!
const ways = (field: BlockerField) => rowsOf(open, field).map(({ way }) => way)

describe('a row of an open blocker (E3.03)', () => {
  test('shows a blocker as still open while the field mentions it', () => {
    expect(ways(start)).toEqual(['open', 'open'])
    expect(ways({ ...start, issues: '契約書の返事待ち' })).toEqual([undefined, 'open'])
  })

  test('removes the line of a solved blocker from the field, and puts it back when it is still open', () => {
    const solved = solve(start, row('v', start))
    expect(solved).toEqual({ issues: '契約書の返事待ち', choices: [{ id: 'v', state: 'solved', text: vpn.text }] })
    expect(ways(solved)).toEqual(['solved', 'open'])
    expect(keepOpen(solved, row('v', solved))).toEqual({ issues: `契約書の返事待ち\n${vpn.text}`, choices: [] })
  })

  test('keeps the place and the blocker of a reworded line', () => {
    const worded = reword(start, row('v', start), 'VPN が朝だけ切れる')
    expect(worded.issues).toBe('VPN が朝だけ切れる\n契約書の返事待ち')
    expect(worded.choices).toEqual([{ id: 'v', state: 'open', text: 'VPN が朝だけ切れる' }])
    expect(ways(worded)).toEqual(['reworded', 'open'])
    expect(keepOpen(worded, row('v', worded)).issues).toBe('VPNにつながらない\n契約書の返事待ち')
    expect(reword(worded, row('v', worded), ' \n')).toBe(worded)
  })

  test('follows a line that is typed over letter by letter', () => {
    let field = start
    const typed = ['契約書の返事', '契約書の', '契約書の署', '契約書の署名', '契約書の署名がまだ']
    for (const line of typed) field = followEdit(rowsOf(open, field), field, `・VPNにつながらない\n${line}`)
    expect(field.choices).toEqual([{ id: 'c', state: 'open', text: '契約書の署名がまだ' }])
    expect(ways(field)).toEqual(['open', 'reworded'])
  })

  test.each([
    ['replaced at once', '・VPNにつながらない\n新しい件'],
    ['deleted', '・VPNにつながらない\n'],
    ['taken out', '・VPNにつながらない'],
  ])('lets go of a line that is %s', (_how, issues) => {
    const field = followEdit(rowsOf(open, start), start, issues)
    expect(field).toEqual({ issues, choices: [] })
    expect(ways(field)).toEqual(['open', undefined])
  })

  test('does not count a line as reworded that was edited back', () => {
    const worded = followEdit(rowsOf(open, start), start, '・VPNにつながらない\n契約書の返事待ち！')
    expect(worded.choices).toHaveLength(1)
    expect(followEdit(rowsOf(open, worded), worded, start.issues)).toEqual(start)
  })
})

test('keeps at most one choice for each blocker, whatever is pressed and typed', () => {
  const words = fc.constantFrom('', vpn.text, contract.text, '別の件', 'VPN')
  const step = fc.tuple(fc.constantFrom('open', 'solve', 'reword', 'edit'), fc.constantFrom('v', 'c'), words)
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      let field = start
      for (const [how, id, text] of steps) {
        if (how === 'open') field = keepOpen(field, row(id, field))
        else if (how === 'solve') field = solve(field, row(id, field))
        else if (how === 'reword') field = reword(field, row(id, field), text)
        else field = followEdit(rowsOf(open, field), field, `${field.issues.split('\n')[0]}\n${text}`)
        expect(new Set(field.choices.map((choice) => choice.id)).size).toBe(field.choices.length)
      }
    }),
  )
})
