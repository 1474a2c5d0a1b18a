import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { minifySync, type Plugin } from 'vite'

/**
 * Writes a .br and a .gz beside every text file of at least 1 KB; `server/http/static/static-files.ts` sends them as
 * they are. First minifies `theme.js`, because the build only copies this file.
 */
export function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    writeBundle: {
      sequential: true, // runs after the plugin that writes the service worker
      async handler({ dir }) {
        const files = await readdir(dir!, { recursive: true })
        for (const file of files.filter((name) => /\.(?:js|css|html|svg|json|webmanifest)$/u.test(name))) {
          const path = join(dir!, file)
          if (file === 'theme.js') await writeFile(path, minifySync(file, await readFile(path, 'utf8')).code)
          const content = await readFile(path)
          if (content.length < 1_024) continue
          await writeFile(`${path}.br`, brotliCompressSync(content))
          await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }))
        }
      },
    },
  }
}
