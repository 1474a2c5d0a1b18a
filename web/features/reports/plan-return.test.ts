import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyReport, type ReportValues } from '#contract/report-fields.ts'
import { type Choices, noChoices, type LineOutcome, lineOutcomes } from './line-outcomes.ts'
import { choose, returningLines } from './plan-return.ts'

type State = { words: ReportValues; choices: Choices }

const begun = (plan: string): State => ({
  words: { ...emptyReport, yesterday_work: plan, today_plan: plan, issues: '' },
  choices: noChoices,
})
/** Makes choices for lines of the plan. `A done` chooses "done" for line A. */
const chosen = (plan: string, state: State, ...steps: string[]) =>
  steps.reduce((now, step) => {
    const [line, outcome] = step.split(' ') as [string, LineOutcome]
    return choose(plan, now, line, outcome, 'morning')
  }, state)
const shown = (plan: string, { words, choices }: State) =>
  returningLines(plan, choices, words, 'morning').map(({ line, outcome }) => (outcome ? `${line} ${outcome}` : line))
const texts = ({ words }: State) => [words.yesterday_work, words.today_plan, words.issues]

describe('choose', () => {
  const plan = 'A\nB\nC'

  it('a choice for a plan line moves only that line', () => {
    expect(texts(chosen(plan, begun(plan), 'A done', 'B carried', 'C dropped'))).toEqual(['A', 'B', ''])
  })

  it('undoing a choice restores the plan line at its old position', () => {
    const state = chosen(plan, begun(plan), 'A dropped', 'B dropped', 'C dropped')
    expect(texts(chosen(plan, state, 'C done', 'A done', 'B carried', 'B done'))).toEqual([plan, '', ''])
  })

  it('a choice keeps lines that the author added before, between and after the plan', () => {
    const state = {
      words: { ...emptyReport, yesterday_work: plan, today_plan: 'x\nA\ny\nB\n\nC\nz', issues: 'i' },
      choices: noChoices,
    }
    const away = chosen(plan, state, 'A done', 'B done', 'C done')
    expect(texts(away)).toEqual([plan, 'x\ny\n\nz', 'i'])
  })

  it('the choice "blocker" adds a plan line to the blockers until another choice removes it', () => {
    const state = { ...begun(plan), words: { ...begun(plan).words, issues: '困った\n' } }
    const blocked = chosen(plan, state, 'B blocker')
    expect(texts(blocked)).toEqual(['A\nC', 'A\nC', '困った\nB'])
    expect(shown(plan, blocked)).toEqual(['A', 'B blocker', 'C'])
    expect(texts(chosen(plan, blocked, 'B carried'))).toEqual(['A\nC', plan, '困った'])
  })

  it('a choice applies to every copy of a plan line that occurs twice', () => {
    const twice = 'A\nB\nA'
    const state = chosen(twice, begun(twice), 'A dropped')
    expect(texts(state)).toEqual(['B', 'B', ''])
    expect(shown(twice, state)).toEqual(['A dropped', 'B'])
    expect(texts(chosen(twice, state, 'A done'))).toEqual([twice, 'B', ''])
  })

  it('undoing choices restores plan lines with the empty lines between them', () => {
    const grouped = 'A\n\nB\nC\n\n\nD'
    const state = chosen(grouped, begun(grouped), 'B done', 'D done', 'A done', 'C done')
    expect(texts(chosen(grouped, state, 'D carried', 'C carried', 'A carried', 'B carried'))).toEqual([
      '\n\n',
      grouped,
      '',
    ])
  })
})

describe('returningLines', () => {
  it('returningLines returns each plan line with text once, including its marks', () => {
    const plan = '・設計  \n\n- テスト\n・\n・設計\n__proto__\nconstructor'
    expect(shown(plan, begun(plan))).toEqual(['・設計', '- テスト', '__proto__', 'constructor'])
  })

  it.each([
    ['edited', 'A!\nB', 'A\nB'],
    ['removed from one field', 'B', 'A\nB'],
    ['written once more', 'A\nA\nB', 'A\nB'],
  ])('returningLines leaves out a plan line that the author has %s', (_, yesterday_work, today_plan) => {
    expect(
      shown('A\nB', { words: { ...emptyReport, yesterday_work, today_plan, issues: '' }, choices: noChoices }),
    ).toEqual(['B'])
  })

  it('returningLines leaves out a dropped line that is written again, and a blocker that is changed', () => {
    const state = chosen('A\nB', begun('A\nB'), 'A dropped', 'B blocker')
    const words = { ...state.words, today_plan: 'A', issues: 'B, 至急' }
    expect(shown('A\nB', { ...state, words })).toEqual([])
  })

  it("plan lines count as done in an evening report, and a carried line moves to tomorrow's plan", () => {
    const words = { ...emptyReport, yesterday_work: 'A\nB', today_plan: 'X', issues: '' }
    expect(returningLines('A\nB', noChoices, words, 'evening')).toHaveLength(2)
    const carried = choose('A\nB', { words, choices: noChoices }, 'B', 'carried', 'evening')
    expect(texts(carried)).toEqual(['A', 'B\nX', ''])
    const done = choose('A\nB', { words, choices: noChoices }, 'B', 'done', 'evening')
    expect([done.words, returningLines('A\nB', done.choices, done.words, 'evening')[1]]).toEqual([
      words,
      { line: 'B', outcome: 'done' },
    ])
  })

  it('returningLines returns all lines of a plan with 200 lines in several scripts', () => {
    const plan = Array.from({ length: 200 }, (_, at) => `👩‍👩‍👧 שלום ${at}`).join('\r\n')
    expect(shown(plan, begun(plan))).toHaveLength(200)
  })
})

describe('any plan, text and choices', () => {
  const planned = fc.array(fc.constantFrom('A', '・B', '- C', 'D  ', '', '  ', '・', '50%', '🍵', 'שלום'), {
    maxLength: 9,
  })
  const written = fc.array(fc.constantFrom('mine', '・mine', 'my own'), { maxLength: 2 })
  const steps = fc.array(fc.tuple(fc.nat(8), fc.constantFrom(...lineOutcomes)), { maxLength: 12 })
  const lines = (text: string) => text.split('\n').map((line) => line.trimEnd())
  const stepsThrough = (
    plan: string,
    begin: State,
    chosenSteps: [number, LineOutcome][],
    look: (state: State) => void,
  ) => {
    const returning = returningLines(plan, begin.choices, begin.words, 'morning').map(({ line }) => line)
    let state = begin
    for (const [at, outcome] of returning.length > 0 ? chosenSteps : []) {
      state = choose(plan, state, returning[at % returning.length]!, outcome, 'morning')
      look(state)
    }
    return { state, returning }
  }

  it("the author's own lines and the plan's order stay the same after any choices", () => {
    fc.assert(
      fc.property(planned, written, written, steps, (planLines, above, below, chosenSteps) => {
        const plan = planLines.join('\n')
        const around = [...above, ...planLines, ...below].join('\n')
        const begin = {
          words: { ...emptyReport, yesterday_work: around, today_plan: around, issues: below.join('\n') },
          choices: noChoices,
        }
        const own = (state: State) => texts(state).map((text) => lines(text).filter((line) => line.includes('m')))
        const order = lines(plan).filter((line) => line !== '' && line !== '・')
        const { returning } = stepsThrough(plan, begin, chosenSteps, (state) => {
          expect(own(state)).toEqual(own(begin))
          for (const text of [state.words.yesterday_work, state.words.today_plan]) {
            const left = lines(text).filter((line) => order.includes(line))
            expect(left).toEqual(order.filter((line) => left.includes(line)))
          }
          const still = returningLines(plan, state.choices, state.words, 'morning').map(({ line }) => line)
          expect(still).toEqual([...new Set(order)])
        })
        expect(returning).toEqual([...new Set(order)])
      }),
    )
  })

  it('the plan is restored line by line if all its lines are carried in the end', () => {
    fc.assert(
      fc.property(planned, steps, (planLines, chosenSteps) => {
        const plan = planLines.join('\n')
        const { state, returning } = stepsThrough(plan, begun(plan), chosenSteps, () => {})
        const carried = returning.reduce((now, line) => choose(plan, now, line, 'carried', 'morning'), state)
        const withWords = (text: string) => text.split('\n').filter((line) => line.trim() !== '')
        expect(withWords(carried.words.today_plan)).toEqual(withWords(plan))
      }),
    )
  })
})
