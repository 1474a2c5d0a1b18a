// npm run dev: what is to be changed, with the demo's team in it; server and pages follow each change by themselves.
// Plain JavaScript for Node 20, as install.mjs.
import { runServer } from './run-server.mjs'

runServer('scripts/dev.ts', [])
