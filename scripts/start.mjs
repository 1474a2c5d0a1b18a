// npm start: installs and builds what is missing, then runs the server on the Node that package.json pins.
// Plain JavaScript for Node 20, as install.mjs.
import { runServer } from './run-server.mjs'

// As JavaScript: Node would hold its compiler of types for good, 28 MB.
runServer('.cache/server/server/main.js', ['product', 'server'], { restarts: true })
