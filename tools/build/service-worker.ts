import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Plugin } from 'vite'

/** Writes the service worker with the list of files to cache: every file of the build. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir }) {
      const names = (await readdir(dir!, { recursive: true })).map((name) => name.replaceAll(sep, '/'))
      const files = names.filter((name) => /^(?:assets\/.+\.(?:js|css)|[^/]+\.(?:js|svg))$/u.test(name)).sort()
      const hash = createHash('sha256').update(await readFile(join(dir!, 'index.html')))
      for (const file of files) hash.update(file).update(await readFile(join(dir!, file)))
      const version = hash.digest('base64url').slice(0, 12)
      const constants = `const version = ${JSON.stringify(version)}\nconst files = ${JSON.stringify(files)}\n`
      await writeFile(join(dir!, 'service-worker.js'), constants + readFileSync('web/service-worker.js', 'utf8'))
    },
  }
}
