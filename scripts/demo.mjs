// npm run demo: the product with a team and its three months, in a database that is gone when it stops. It works on no
// data but its own. Plain JavaScript for Node 20, as install.mjs.
import { runServer } from './run-server.mjs'

const given = ['DATABASE_URL', 'DATA_DIR'].find((name) => process.env[name])
if (given) {
  console.error(
    `${given} is set, and the demo works on no data but its own: it makes a database of its own and deletes it at the end. Unset ${given}, or run npm start to work on that data.`,
  )
  process.exitCode = 1
} else runServer('demo/main.ts', ['demo'])
