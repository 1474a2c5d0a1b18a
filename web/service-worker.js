// Caches the application itself, so that it opens without a network. The build writes two constants above this code:
// `version`, which changes with any file, and `files`, the list of all files that the application can load. API data
// never passes through the service worker: see `web/features/offline`.
/* global version, files */
/** The path of the application on its host, `/` or `/asakai/`. Paths outside of it belong to other applications. */
const root = new URL('.', self.location.href).pathname
const cacheName = `asakai ${version} ${root}`
const page = `${root}index.html`
/** The maximum length of each part of shared content, in characters. All parts must fit in one URL. */
const shareLongest = 10_000
const kept = new Set(files.map((file) => root + file))

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([page, ...kept])))
})

// A new version becomes active after the last page of the old one is closed. Otherwise open pages would lose their
// files.
self.addEventListener('activate', (event) => {
  const removeOld = async () => {
    const names = await caches.keys()
    await Promise.all(names.filter(isOld).map((name) => caches.delete(name)))
  }
  event.waitUntil(removeOld())
})

/**
 * Returns whether a cache is of an older version. The last alternative is for caches without the path in their name.
 */
const isOld = (name) => name !== cacheName && (name.endsWith(` ${root}`) || /^asakai [^ ]+$/u.test(name))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method === 'POST' && pathname === `${root}share`) return event.respondWith(share(request))
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith(`${root}api`)) return
  if (request.mode === 'navigate') event.respondWith(screenOf(request))
  else if (kept.has(pathname)) event.respondWith(fileOf(request))
})

/**
 * Passes content from the system's share menu (`share_target`) on after the `#`, so that it never reaches the server.
 */
async function share(request) {
  const shared = new URLSearchParams()
  for (const [name, value] of await request.formData()) shared.set(name, String(value).slice(0, shareLongest))
  return Response.redirect(`${root}?write#${shared}`, 303)
}

/**
 * Shows a reminder (`server/features/notifications/push`). The tag lets a new reminder replace the previous reminder.
 */
self.addEventListener('push', (event) => {
  const { text } = event.data.json()
  const options = { body: text, tag: 'reminder', icon: `${root}icon-192.png`, badge: `${root}icon-monochrome.png` }
  event.waitUntil(Promise.all([self.registration.showNotification('Asakai', options), navigator.setAppBadge?.()]))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(writeToday())
})

/** Uses an open page if there is one, so that half-written text is not lost. Otherwise opens a new page. */
async function writeToday() {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find(({ url }) => new URL(url).pathname.startsWith(root))
  if (!open) return self.clients.openWindow(`${root}?write`)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client has no target origin
  open.postMessage('write')
  return open.focus()
}

/**
 * Returns the page from the server, so that the browser finds new versions. Returns the cached page if the server does
 * not respond.
 */
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
