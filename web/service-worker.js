// Keeps the application itself in the browser, so that it opens without a network. The build writes two constants above
// these lines: `version`, which changes with any file, and `files`, all that the application may load. What members read
// and write never comes through here: see features/offline.
/* global version, files */
/** Where the application lies on its host, `/` or `/asakai/`; a file of another application there is none of ours. */
const root = new URL('.', self.location.href).pathname
const cacheName = `asakai ${version} ${root}`
const page = `${root}index.html`
/** Characters of each part of what is shared; one address holds them all. */
const shareLongest = 10_000
const kept = new Set(files.map((file) => root + file))

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([page, ...kept])))
})

// A new version begins when the last page of the old one is gone, so that nobody loses the files of what they look at.
self.addEventListener('activate', (event) => {
  const removeOld = async () => {
    const names = await caches.keys()
    await Promise.all(names.filter(isOld).map((name) => caches.delete(name)))
  }
  event.waitUntil(removeOld())
})

/** The last alternative: how a cache was called before it had its place in its name. */
const isOld = (name) => name !== cacheName && (name.endsWith(` ${root}`) || /^asakai [^ ]+$/u.test(name))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method === 'POST' && pathname === `${root}share`) return event.respondWith(share(request))
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith(`${root}api`)) return
  if (request.mode === 'navigate') event.respondWith(screenOf(request))
  else if (kept.has(pathname)) event.respondWith(fileOf(request))
})

/** What another application shares (the manifest's `share_target`) goes on behind the `#`, which no server is told. */
async function share(request) {
  const shared = new URLSearchParams()
  for (const [name, value] of await request.formData()) shared.set(name, String(value).slice(0, shareLongest))
  return Response.redirect(`${root}?write#${shared}`, 303)
}

/** A reminder (features/reminders): one at a time, however often it comes. */
self.addEventListener('push', (event) => {
  const { text } = event.data.json()
  const options = { body: text, tag: 'reminder', icon: `${root}icon-192.png`, badge: `${root}icon-monochrome.png` }
  event.waitUntil(Promise.all([self.registration.showNotification('Asakai', options), navigator.setAppBadge?.()]))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(writeToday())
})

/** An open page is asked, so that nothing that is half-written there is lost; where there is none, one opens. */
async function writeToday() {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find(({ url }) => new URL(url).pathname.startsWith(root))
  if (!open) return self.clients.openWindow(`${root}?write`)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client has none
  open.postMessage('write')
  return open.focus()
}

/** The server's page, so that a new version is found; the kept one where no server answers. */
async function screenOf(request) {
  try {
    const response = await fetch(request)
    if (response.status < 500) return response
    return (await keptAnswer(page)) ?? response
  } catch (error) {
    const response = await keptAnswer(page)
    if (response) return response
    throw error
  }
}

const fileOf = async (request) => (await keptAnswer(request)) ?? fetch(request)

const keptAnswer = (request) => caches.match(request, { cacheName })
