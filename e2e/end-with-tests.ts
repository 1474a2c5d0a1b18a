import { rmSync } from 'node:fs'
import { dirname } from 'node:path'

// The tests' server loads this before the product. If a hook exceeds its time limit, or a test run is killed, nobody
// calls `stop`. The channel to the tests closes with their process; the server then ends and deletes its folder.
process.once('disconnect', () => {
  process.once('exit', () => rmSync(dirname(process.env['DATA_DIR']!), { recursive: true, force: true }))
  // Ignores errors of the output, which nobody reads any longer. Otherwise the next log line would fail, and end the
  // process before its database.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  if (process.listenerCount('SIGTERM') > 0) process.kill(process.pid, 'SIGTERM')
  else process.exit()
})
