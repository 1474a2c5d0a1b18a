import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vitest/config'
import { guide } from './tools/build/guide.ts'
import { requireNode } from './tools/test/required-node.ts'

requireNode(process.versions.node)

/** Serves the whole catalogue for each of its parts, uncompiled: `vite.config.ts` splits and compiles them. */
const wholeCatalogues: Plugin = {
  name: 'whole-catalogues',
  enforce: 'pre',
  load(id) {
    const [file, query] = id.split('?')
    if (query && /\/locales\/[a-z-]+\.json$/u.test(file!)) return `export default ${readFileSync(file!, 'utf8')}`
    return undefined
  },
}

/**
 * A process runs one file after another, and loads Fastify, React and the like once. Our own modules are loaded again
 * for each file (`load-anew.ts`), so that no file sees the state of another.
 */
const shared = { isolate: false, setupFiles: ['tools/test/load-anew.ts'] }

/** Milliseconds that a test waits for an expected change, however busy the machine is. */
const waits = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } }

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as { version: string }

export default defineConfig({
  test: {
    maxWorkers: availableParallelism() * 2, // a worker waits for PostgreSQL and other programs a third of its time
    fsModuleCache: false, // the cache would miss changes of catalogues and the guide, from which modules are generated
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache/compiled') },
    projects: [
      {
        test: {
          name: 'server',
          include: ['{server,contract,cli,tools,bench,demo}/**/*.test.ts'],
          exclude: ['**/*.cluster.test.ts'], // the tests of `vitest.cluster.config.ts`
          environment: 'node',
          globalSetup: ['server/testing/global-setup.ts'],
          ...shared,
          setupFiles: [
            'server/testing/remember-hashes.ts',
            'server/testing/explain-properties.ts',
            ...shared.setupFiles,
          ],
          ...waits,
        },
      },
      {
        plugins: [wholeCatalogues, guide(), react()],
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          ...shared,
          setupFiles: ['web/testing/setup.ts', ...shared.setupFiles],
          ...waits,
          // Formats dates in the time zone of a team in Japan, on a machine in any time zone.
          env: { TZ: 'Asia/Tokyo', VITE_VERSION: version },
        },
      },
    ],
  },
})
