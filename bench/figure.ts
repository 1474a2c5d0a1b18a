/**
 * Prints one measurement: a line of the table at the end of `npm run bench`, or a sentence if the benchmark runs alone.
 * @param goal the goal as people read it, with its unit, like `value`
 */
export function figure(line: { name: string; goal: string; value: string; holds: boolean }): void {
  if (process.send) process.send(line)
  else console.log(`${line.name}: ${line.value} (goal ${line.goal}), ${line.holds ? 'held' : 'MISSED'}`)
  if (!line.holds) process.exitCode = 1
}
