import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** What Stryker runs: the tests beside the modules that it mutates, none of which needs a database (`stryker.config.json`). */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'server', include: ['server/features/*/policy.test.ts'] } },
      {
        plugins: [react()],
        test: {
          name: 'web',
          include: ['web/features/{insights,reports,session}/*.test.{ts,tsx}', 'web/lib/local-storage.test.ts'],
          environment: 'happy-dom',
          setupFiles: ['web/testing/setup.ts'],
          env: { TZ: 'Asia/Tokyo' },
        },
      },
    ],
  },
})
