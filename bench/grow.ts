// Compares the CPU time of the most frequent calls in a small and a large database, of the server and PostgreSQL
// together. Other load on the machine changes CPU time less than elapsed time. First compares a database with one team
// and a thousand reports with a database with a million reports. Then compares 500 teams of 10 with one team of 5,000,
// by calls with responses that do not grow with the team. Also measures how long the large database takes to fill. Run
// with: node bench/grow.ts [seconds a turn]
import { perMember } from './calls.ts'
import { figure } from './figure.ts'
import { middle, startFilled } from './filled.ts'
import type { Size } from './seed.ts'

const seconds = Number(process.argv[2] ?? 1)
const turns = 7
const connections = 4
const most = 1.15
const minutes = 2 // the goal for filling the database with a million reports

const million = { teams: 1_000, members: 10, days: 100 }
const filled = await compare(['1,000 reports', { ...million, teams: 1 }], ['1,000,000 reports', million])
figure({
  name: 'filling 1,000,000 reports',
  goal: `under ${minutes * 60} s`,
  value: `${filled.toFixed(0)} s`,
  holds: filled < minutes * 60,
})
// Both databases have the same number of members, so that only the size of the team differs.
const large = { teams: 1, members: 5_000, days: 20 }
await compare(['10 members', { ...large, teams: 500, members: 10 }], ['5,000 members', large], perMember)
process.exit()

/** @returns the seconds in which the larger database was filled */
async function compare(small: [string, Size], large: [string, Size], names?: readonly string[]): Promise<number> {
  const sides = [await startFilled(small[1]), await startFilled(large[1])] as const
  for (const { name } of sides[0].calls.filter(({ name }) => names?.includes(name) ?? true)) {
    const costs: [number[], number[]] = [[], []]
    for (let turn = 0; turn <= turns; turn++)
      for (const [at, { calls, measure }] of sides.entries()) {
        const { node, postgres } = await measure(
          calls.find((call) => call.name === name)!,
          seconds,
          connections,
        )
        if (turn > 0) costs[at]!.push(node + postgres) // the first turn only warms up
      }
    const [before, after] = [middle(costs[0]), middle(costs[1])]
    figure({
      name: `${name}, ${large[0]} beside ${small[0]}`,
      goal: `at most ${most}`,
      value: `${(after / before).toFixed(2)} (${before.toFixed(2)} and ${after.toFixed(2)} ms)`,
      holds: after / before <= most,
    })
  }
  for (const side of sides) await side.stop()
  return sides[1].filled
}
