/**
 * One line of the table that `npm run bench` ends with; run by itself, a bench says it as a sentence.
 * @param goal as people read it, with its unit, as `value`
 */
export function figure(line: { name: string; goal: string; value: string; holds: boolean }): void {
  if (process.send) process.send(line)
  else console.log(`${line.name}: ${line.value} (goal ${line.goal}), ${line.holds ? 'held' : 'MISSED'}`)
  if (!line.holds) process.exitCode = 1
}
