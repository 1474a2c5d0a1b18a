// Sends SIGTERM to this process if npm, or the shell between npm and this process, has ended. A SIGTERM to npm ends
// only that shell, and a SIGKILL ends only npm. `?pids=` has the ids of both processes. Node imports this file before
// the server. Plain JavaScript, because a release contains this file unchanged.
import { isCheap, starters } from './starters.mjs'

const pids = new URL(import.meta.url).searchParams.get('pids')
const looking = setInterval(
  () => {
    if (starters().join() === pids) return
    clearInterval(looking) // sends one signal only: a second one would cut the shutdown short
    process.kill(process.pid, 'SIGTERM')
  },
  isCheap ? 250 : 2_000,
).unref()
