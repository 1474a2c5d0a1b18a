import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join, sep } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import compile from 'icu-minify/compile'
import { defineConfig, type Plugin } from 'vite'
import { languages, type Language } from './contract/languages.ts'
import { chunks } from './scripts/chunks.ts'
import { drawnLogin } from './scripts/drawn-login.ts'
import { guide } from './scripts/guide.ts'
import { iconByIcon } from './scripts/icon-by-icon.ts'
import { precompressed } from './scripts/precompressed.ts'
import { shellAhead } from './scripts/shell-ahead.ts'
import { manifestIn } from './web/app/manifest.ts'

/** Namespaces that no page reads: the server's, and that of the manifests. */
const unread = new Set([
  'mail',
  'errors',
  'fieldErrors',
  'accountTab',
  'messages',
  'providerFailures',
  'manifest',
  'mailFailures',
  'slackReport',
  'digest',
  'imports',
])

/** What no screen reads but those beside the day. */
const otherScreens =
  'access activity backlogSettings connections dashboard deploymentState frequentTasks insights mentions monthlyReport months notifications palette passkeys schedule search settings shownOnce team teamCalendar tokens transfer webhooks week'

/** Namespaces by the part of the catalogue; all others are read with the shell. */
const parts: Record<string, string> = {
  common: 'signed-out',
  fields: 'signed-out',
  session: 'signed-out',
  entrance: 'entrance',
  licence: 'entrance',
  help: 'entrance',
  reading: 'entrance',
  demo: 'demo',
  passkeyLogin: 'passkey-login',
  firstMinute: 'first-minute',
  blockers: 'blockers',
  meeting: 'meeting',
  answers: 'answers',
  weekLine: 'week-line',
  ...Object.fromEntries(otherScreens.split(' ').map((namespace) => [namespace, 'other-screens'])),
}

const names = ['signed-in', ...new Set(Object.values(parts))].join('|')
const ofPart = new RegExp(String.raw`^(.+/locales/[a-z-]+\.json)\?(${names})$`, 'u')

type Messages = { [key: string]: string | Messages }

/**
 * Parses the ICU messages at build time, so that the browser needs no parser (9 KB gzip less on the sign-in page), and parts
 * each catalogue: `?signed-out` is what the sign-in page waits for, `?signed-in` what the shell adds; others come when needed.
 */
function catalogues(): Plugin {
  const compiled = (messages: Messages): unknown =>
    Object.fromEntries(
      Object.entries(messages).map(([key, value]) => [
        key,
        typeof value === 'string' ? compile(value) : compiled(value),
      ]),
    )
  return {
    name: 'catalogues',
    enforce: 'pre',
    load(id) {
      const [, file, part] = ofPart.exec(id) ?? []
      if (!file) return
      const messages = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Messages).filter(
        ([namespace]) => !unread.has(namespace) && (parts[namespace] ?? 'signed-in') === part,
      )
      return { code: `export default ${JSON.stringify(compiled(Object.fromEntries(messages)))}`, moduleType: 'js' }
    },
  }
}

/**
 * What React asks for and no visitor's browser has: its developer tools, and two names of Node's; and what of `react-dom` nobody here
 * calls, such as its hints of what to load. In the build alone.
 */
const withoutTools = (): Plugin => ({
  name: 'without-tools',
  apply: 'build',
  config: () => ({
    define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined', setImmediate: 'undefined', 'process.emit': 'undefined' },
  }),
  transform: {
    filter: { id: /react-dom\.production\.js$/u },
    handler: (code) => ({
      code: code.replaceAll(/^exports\.(?!createPortal|flushSync)\w+ = function.+?^\};$/gmsu, ''),
      map: null,
    }),
  },
})

/** One manifest a language, with the words of its catalogue; the page links the reader's. */
function manifests(): Plugin {
  const texts = (language: Language) => {
    const messages = JSON.parse(readFileSync(`locales/${language}.json`, 'utf8')) as Record<string, Messages>
    return (key: string) => {
      const [namespace, name] = key.split('.') as [string, string]
      return messages[namespace]![name] as string
    }
  }
  return {
    name: 'manifests',
    apply: 'build',
    generateBundle() {
      for (const language of languages)
        this.emitFile({
          type: 'asset',
          fileName: `asakai.${language}.webmanifest`,
          source: JSON.stringify(manifestIn(language, texts)),
        })
    },
  }
}

/** Writes the service worker with the list of what it keeps: every file of the build. */
function serviceWorker(): Plugin {
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

export default defineConfig({
  plugins: [
    catalogues(),
    guide(),
    iconByIcon(),
    react(),
    tailwind({ optimize: false }), // its own targets are older than `cssTarget`
    withoutTools(),
    manifests(),
    shellAhead(),
    drawnLogin(),
    serviceWorker(),
    precompressed(),
  ],
  resolve: {
    alias: [
      { find: 'use-intl/format-message', replacement: 'use-intl/format-message/format-only' },
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' }, // which has had it itself since version 18
      { find: 'regexparam', replacement: join(import.meta.dirname, 'web/app/no-patterns.ts') },
      // The icons' own drawing has 1 KB gzip of settings that nobody here makes.
      { find: /^.+\/createLucideIcon\.mjs$/u, replacement: join(import.meta.dirname, 'web/ui/draw-icon.ts') },
    ],
  },
  publicDir: 'web/public',
  // Scripts find each other wherever the application lies; the server sees to the page itself (`PUBLIC_URL` with a path).
  experimental: { renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    // The first with light-dark(): without them every colour would be written four times.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // A schema that nobody reads in the browser is left out, whatever stands beside it.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          groups: chunks,
        },
      },
    },
  },
})
