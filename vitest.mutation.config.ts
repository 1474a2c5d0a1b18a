import { defineConfig } from 'vitest/config'

/** The tests beside the files that Stryker changes (`stryker.config.json`). None of them needs a database. */
export default defineConfig({ test: { include: ['server/{features,access}/**/policy.test.ts'] } })
