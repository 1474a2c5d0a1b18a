// Measures the response time of the dashboard for a single caller. The team has 200 members and a year of reports, in a
// database with a million reports. Run with: node bench/dashboard.ts [seconds]
import { figure } from './figure.ts'
import { startFilled } from './filled.ts'

const seconds = Number(process.argv[2] ?? 5)
const most = 15 // milliseconds

const { calls, measure, stop } = await startFilled({ teams: 20, members: 200, days: 250 })
for (const call of calls.filter(({ name }) => name === 'dashboard' || name === 'stats')) {
  await measure(call, 1, 1) // warms up
  const { p50, p99, node, postgres } = await measure(call, seconds, 1)
  console.log(
    `${call.name}: p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms, of CPU ${node.toFixed(1)} + ${postgres.toFixed(1)} ms`,
  )
  figure({
    name: `${call.name} of 200 members and a year, p50`,
    goal: `under ${most} ms`,
    value: `${p50.toFixed(1)} ms`,
    holds: p50 < most,
  })
}
await stop()
process.exit()
