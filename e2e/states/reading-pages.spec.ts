import { testStates } from '../states.ts'

testStates('terms of use', '/licence', { filled: { shows: (page) => page.getByRole('heading', { level: 1 }) } }, false)

testStates('guide', '/help', { read: { shows: (page) => page.getByRole('heading', { level: 1 }) } }, false)
