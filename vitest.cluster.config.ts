import { defineConfig } from 'vitest/config'

const port = Number(process.env['CLUSTER_PORT'])

/** The tests that can only run on a single database, with the reason. */
const elsewhere = {
  'eight countries': 'it asks some ten thousand times, of which each takes several times as long over three nodes',
  'repeats the response of a write whose commit was not confirmed':
    'it makes a deferred trigger, which nodes do not have',
  'the nightly job makes a backup, keeps|reports the age of the newest backup':
    'no backup is taken of a cluster, whose nodes have no moment in common',
}

/** The configuration of `node tools/launch.mjs cluster-tests`: the API tests, on the Citus cluster that it has started. */
export default defineConfig({
  test: {
    maxWorkers: '100%',
    name: 'cluster',
    include: ['server/{features,http,live,jobs,access}/**/*.test.ts', '{server,bench}/**/*.cluster.test.ts'],
    testNamePattern: new RegExp(`^(?!.*(?:${Object.keys(elsewhere).join('|')}))`, 'u'),
    environment: 'node',
    globalSetup: ['server/testing/cluster-setup.ts'],
    provide: {
      template: { host: '127.0.0.1', port, user: 'asakai', password: 'asakai' },
      workerPorts: [port + 1, port + 2],
    },
    isolate: false,
    setupFiles: ['tools/test/load-anew.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 45_000 } },
  },
})
