// npm passes SIGTERM to the shell between it and the server, which dies of it and says nothing: who has lost the parent that
// `?parent=` names ends as after SIGTERM. Imported before the server; plain JavaScript for Node 20, as install.mjs.
const parent = Number(new URL(import.meta.url).searchParams.get('parent'))
const looking = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(looking) // once: a later signal cuts short what the first began
  process.kill(process.pid, 'SIGTERM')
}, 250).unref()
