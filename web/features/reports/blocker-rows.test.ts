import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ReportSubmission } from '#contract/reports.ts'
import {
  type BlockerField,
  fittingChoices,
  followEdit,
  keepBlockerOpen,
  reword,
  rowsOf,
  solve,
} from './blocker-rows.ts'

const vpn = { id: '019a0000-0000-7000-8000-00000000000a', text: 'VPNにつながらない' }
const contract = { id: '019a0000-0000-7000-8000-00000000000b', text: '契約書の返事待ち' }
const open = [vpn, contract]
const start: BlockerField = { issues: '・VPNにつながらない\n契約書の返事待ち', choices: [] }
const row = (id: string, field: BlockerField) => rowsOf(open, field).find((each) => each.id === id)!
const outcomes = (field: BlockerField) => rowsOf(open, field).map(({ outcome }) => outcome)

describe('a row of an open blocker (E3.03)', () => {
  test('a blocker is shown as still open while the field contains its text', () => {
    expect(outcomes(start)).toEqual(['open', 'open'])
    expect(outcomes({ ...start, issues: '契約書の返事待ち' })).toEqual([undefined, 'open'])
  })

  test('solving a blocker removes its line from the field, and reopening it restores the line', () => {
    const solved = solve(start, row(vpn.id, start))
    expect(solved).toEqual({ issues: '契約書の返事待ち', choices: [{ id: vpn.id, state: 'solved', text: vpn.text }] })
    expect(outcomes(solved)).toEqual(['solved', 'open'])
    expect(keepBlockerOpen(solved, row(vpn.id, solved))).toEqual({
      issues: `契約書の返事待ち\n${vpn.text}`,
      choices: [],
    })
  })

  test.each(['なし', '1. none', ' なし\nnone '])(
    'the choice "still open" for a blocker replaces %j in the field (E3.01)',
    (issues) => {
      const field = { issues, choices: [] }
      expect(outcomes(field)).toEqual([undefined, undefined])
      const kept = rowsOf(open, field).reduce((before, each) => keepBlockerOpen(before, each), field as BlockerField)
      expect(kept).toEqual({ issues: `${vpn.text}\n${contract.text}`, choices: [] })
    },
  )

  test('a reworded line keeps its position and its blocker', () => {
    const worded = reword(start, row(vpn.id, start), 'VPN が朝だけ切れる')
    expect(worded.issues).toBe('VPN が朝だけ切れる\n契約書の返事待ち')
    expect(worded.choices).toEqual([{ id: vpn.id, state: 'open', text: 'VPN が朝だけ切れる' }])
    expect(outcomes(worded)).toEqual(['reworded', 'open'])
    expect(keepBlockerOpen(worded, row(vpn.id, worded)).issues).toBe('VPNにつながらない\n契約書の返事待ち')
    expect(reword(worded, row(vpn.id, worded), ' \n')).toBe(worded)
  })

  test('a line that is retyped letter by letter still belongs to its blocker', () => {
    let field = start
    const typed = ['契約書の返事', '契約書の', '契約書の署', '契約書の署名', '契約書の署名がまだ']
    for (const line of typed) field = followEdit(rowsOf(open, field), field, `・VPNにつながらない\n${line}`)
    expect(field.choices).toEqual([{ id: contract.id, state: 'open', text: '契約書の署名がまだ' }])
    expect(outcomes(field)).toEqual(['open', 'reworded'])
  })

  test.each([
    ['replaced at once', '・VPNにつながらない\n新しい件'],
    ['deleted', '・VPNにつながらない\n'],
    ['removed', '・VPNにつながらない'],
  ])('the choice for a blocker is removed if its line is %s', (_how, issues) => {
    const field = followEdit(rowsOf(open, start), start, issues)
    expect(field).toEqual({ issues, choices: [] })
    expect(outcomes(field)).toEqual(['open', undefined])
  })

  test('a line that is edited back is no longer marked as reworded', () => {
    const worded = followEdit(rowsOf(open, start), start, '・VPNにつながらない\n契約書の返事待ち！')
    expect(worded.choices).toHaveLength(1)
    expect(followEdit(rowsOf(open, worded), worded, start.issues)).toEqual(start)
  })
})

test('each blocker has at most one choice, which is valid, after any presses and edits', () => {
  const words = fc.constantFrom('', vpn.text, contract.text, '別の件', 'VPN')
  const step = fc.tuple(fc.constantFrom('open', 'solve', 'reword', 'edit'), fc.constantFrom(vpn.id, contract.id), words)
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      let field = start
      for (const [how, id, text] of steps) {
        if (how === 'open') field = keepBlockerOpen(field, row(id, field))
        else if (how === 'solve') field = solve(field, row(id, field))
        else if (how === 'reword') field = reword(field, row(id, field), text)
        else field = followEdit(rowsOf(open, field), field, `${field.issues.split('\n')[0]}\n${text}`)
        expect(new Set(field.choices.map((choice) => choice.id)).size).toBe(field.choices.length)
        const sent = { report_date: '2026-10-21', yesterday_work: '', today_plan: '', issues: field.issues }
        expect(ReportSubmission.safeParse({ ...sent, blockers: fittingChoices(field) }).success).toBe(true)
      }
    }),
  )
})
