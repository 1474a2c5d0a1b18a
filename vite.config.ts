import { readFileSync } from 'node:fs'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogues } from './tools/build/catalogues.ts'
import { chunks } from './tools/build/chunks.ts'
import { drawnLogin } from './tools/build/drawn-login.ts'
import { guide } from './tools/build/guide.ts'
import { manifests } from './tools/build/manifests.ts'
import { precompressed } from './tools/build/precompressed.ts'
import { serviceWorker } from './tools/build/service-worker.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

export default defineConfig({
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(version) },
  plugins: [
    catalogues(),
    guide(),
    react(),
    tailwind({ optimize: false }), // Tailwind's optimizer would support older browsers than `cssTarget`
    manifests(),
    drawnLogin(),
    serviceWorker(),
    precompressed(),
  ],
  resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  publicDir: 'web/public',
  // Relative paths let scripts find each other at any base path; the server rewrites the page itself (`PUBLIC_URL` with
  // a path).
  experimental: { renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    // The first browsers with light-dark(). Without this function, the styles would have every colour four times.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
})
