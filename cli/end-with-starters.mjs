// Ends this process as after SIGTERM if npm, or the shell between npm and this process, has ended. `?pids=` has the ids
// of both processes. npm sends SIGTERM to the shell only, and the shell ends; SIGKILL reaches npm only. Imported before
// the server. Plain JavaScript, because a release contains this file unchanged.
import { isCheap, starters } from './starters.mjs'

const pids = new URL(import.meta.url).searchParams.get('pids')
const looking = setInterval(
  () => {
    if (starters().join() === pids) return
    clearInterval(looking) // once: a later signal would cut short the first shutdown
    process.kill(process.pid, 'SIGTERM')
  },
  isCheap ? 250 : 2_000,
).unref()
