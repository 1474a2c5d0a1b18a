import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '../../server/testing/free-port.ts'
import { pinnedNode } from '../install.mjs'
import { addMachine, type Machine } from '../release/machine.ts'
import { writeManifest } from '../release/manifest.ts'
import { copyProduct } from '../release/product.ts'

const standIns = [
  'apt-get',
  'docker',
  'install',
  'journalctl',
  'kubectl',
  'rsync',
  'runuser',
  'systemctl',
  'useradd',
  'userdel',
]
const folders = ['bin', 'root', 'opt', 'etc/systemd/system', 'etc/caddy', 'var/lib', 'var/backups', 'usr/local/sbin']
const inSource = ['Dockerfile', 'compose.yaml', 'compose.embedded.yaml']

/**
 * Creates a folder that replaces an empty machine. It has the files that the handbook tells the reader to download:
 * releases, which consist of the product and the packages of this clone. Paths below /opt, /etc and the like are mapped
 * into it.
 */
export async function makeMachine(releases: string[]) {
  const root = mkdtempSync(join(tmpdir(), 'asakai-handbook-'))
  chmodSync(root, 0o711) // if root runs this, the database runs as another user, who must be able to enter
  for (const each of folders) mkdirSync(join(root, each), { recursive: true })
  for (const name of standIns) symlinkSync(resolve('tools/handbook/stand-in.sh'), join(root, 'bin', name))
  const home = join(root, 'root')
  for (const file of inSource) copyFileSync(file, join(home, file))
  symlinkSync(resolve('deploy'), join(home, 'deploy'))

  const port = String(await freePort())
  const address = `http://127.0.0.1:${port}`
  /** Replaces the paths and addresses of the handbook with those of the folder. */
  const here = (text: string) =>
    text
      .replaceAll(/(?<![\w.}/])\/(opt|etc|var|usr\/local|tmp\/asakai-trial)\b/gu, `${root}/$1`)
      .replaceAll('https://asakai.example.com', address)
  const environment = {
    PATH: [join(root, 'bin'), join(root, 'usr/local/sbin'), '/usr/local/bin:/usr/bin:/bin'].join(':'),
    HOME: home,
    MACHINE: root,
    PORT: port,
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  }

  /** Runs a block of the page. @throws with the output if a command fails */
  async function type(text: string): Promise<string> {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', here(text)], { cwd: home, env: environment })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => (said += part))
    const [status] = (await once(child, 'close')) as [number]
    if (status !== 0) throw new Error(`${text} ends with ${status}:\n${said}`)
    return said
  }

  const archives = []
  for (const name of releases) {
    const folder = join(root, name)
    makeRelease(folder, here)
    archives.push(`${name}.tar.gz`)
    await type(`tar -czf ${name}.tar.gz -C ${root} ${name}`)
    rmSync(folder, { recursive: true })
  }
  await type(`sha256sum ${archives.join(' ')} > SHA256SUMS`)

  const path = (name: string) => join(root, name)
  return {
    address,
    type,
    path,
    read: (name: string) => readFileSync(path(name), 'utf8'),
    exists: (name: string) => existsSync(path(name)),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  }
}

function makeRelease(folder: string, here: (text: string) => string) {
  mkdirSync(folder)
  copyProduct(folder, { dist: undefined })
  writeManifest(folder, new Map())
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  addMachine(folder, process.arch as Machine)
  const node = join(folder, 'bin/node') // 120 MB
  rmSync(node)
  symlinkSync(resolve(pinnedNode), node)
  for (const name of ['asakai', 'asakai.service']) {
    const file = join(folder, 'deploy/systemd', name)
    writeFileSync(file, here(readFileSync(file, 'utf8')))
  }
}
