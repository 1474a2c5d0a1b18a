// npm start: installs and builds what is missing, then runs the server on the Node that package.json pins.
// Plain JavaScript for Node 20, as install.mjs.
import { runServer } from './run-server.mjs'

runServer('server/main.ts', 'product')
