// Tests a release as its operator uses it. Two builds must have the same bytes. One account unpacks the release, and
// another account starts it, with an empty environment and without a network. Also starts it below node_modules, where
// npm installs it. Needs root on Linux, with `ip` and `setpriv`.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { conclude, inFolder } from './testing/trial.ts'

const laterStarts = 5
const nobody = 65_534
/** Runs a command in a separate network without a way out, and under the account `nobody`. */
const cut = ['--net', 'sh', '-c', `ip link set lo up && exec setpriv --reuid=${nobody} --clear-groups "$@"`, 'sh']

await inFolder('release', async (folder) => {
  chmodSync(folder, 0o755)
  const sums = make()
  const isSame = make() === sums
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const unpacked = join(folder, `asakai-${version}-linux-${process.arch}`)
  for (const file of [`asakai-${version}-linux-${process.arch}.tar.gz`, `asakai-${version}.tgz`])
    run('tar', ['-xzf', resolve('release', file), '-C', folder])

  const startIn = (name: string, command: string[]) => {
    const place = join(folder, name)
    mkdirSync(place, { recursive: true })
    chownSync(place, nobody, nobody)
    const starter = [join(unpacked, 'bin/node'), resolve('trials/testing/start-release.ts'), place, ...command]
    return JSON.parse(run('unshare', [...cut, ...starter])) as { seconds: number; isPage: boolean; code: number }
  }
  const byItself = [join(unpacked, 'bin/asakai')]
  const first = startIn('archive', byItself)
  const later = Array.from({ length: laterStarts }, () => startIn('archive', byItself))

  const installed = join(folder, 'node_modules')
  mkdirSync(installed)
  renameSync(join(folder, 'package'), join(installed, 'asakai'))
  symlinkSync(join(unpacked, 'node_modules'), join(installed, 'asakai/node_modules'))
  const below = startIn('npm', [join(unpacked, 'bin/node'), join(installed, 'asakai/cli/asakai.mjs')])

  const starts = [first, ...later, below]
  const slowest = Math.max(...later.map(({ seconds }) => seconds))
  conclude(
    `the first start ${first.seconds.toFixed(1)} s, the slowest of ${laterStarts} later ones ${slowest.toFixed(1)} s, below node_modules ${below.seconds.toFixed(1)} s`,
    {
      'the same sources give the same bytes': isSame,
      'every start shows the page': starts.every(({ isPage }) => isPage),
      'every server ends in order': starts.every(({ code }) => code === 0),
    },
  )
})

function make(): string {
  run('npm', ['run', 'release'])
  return readFileSync('release/SHA256SUMS', 'utf8')
}

function run(command: string, words: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${stderr}`)
  return stdout
}
