// Finds the processes that run this one as an npm script. Plain JavaScript for Node 20, because a release contains this
// file unchanged, and launch.mjs imports it before the pinned Node is installed.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export const isCheap = process.platform === 'linux'

/**
 * Returns the ids of the processes that started this one. If one of them ends, this process must end, too. These are
 * the parent and, if the parent is a shell that npm has started, npm. Any other process above the parent, such as a
 * login shell, may end earlier, so it is not included.
 * @returns {number[]}
 */
export function starters() {
  const script = process.env['npm_lifecycle_script']
  const { parent, command } = processOf(process.ppid)
  return script && command.includes(script) ? [process.ppid, parent] : [process.ppid]
}

/** @param {number} pid */
function processOf(pid) {
  try {
    if (isCheap) {
      const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return { parent: Number(parent), command }
    }
    const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return { parent: Number.parseInt(line, 10), command: line }
  } catch {
    return { parent: 0, command: '' } // the process has ended, or there is no `ps`
  }
}
