// Ends this process as after SIGTERM when npm, or the shell between npm and this process, has ended. `?pids=` names both.
// npm passes SIGTERM to the shell only, which dies of it; SIGKILL reaches npm alone. Imported before the server; plain
// JavaScript for Node 20, as install.mjs.
import { isCheap, starters } from './starters.mjs'

const pids = new URL(import.meta.url).searchParams.get('pids')
const looking = setInterval(
  () => {
    if (starters().join() === pids) return
    clearInterval(looking) // once: a later signal cuts short what the first began
    process.kill(process.pid, 'SIGTERM')
  },
  isCheap ? 250 : 2_000,
).unref()
