// Keeps the application itself in the browser, so that it opens without a network. The build writes two constants above
// these lines: `version`, which changes with any file, and `files`, all that the application may load. What members read
// and write never comes through here: see features/offline.
/* global version, files */
const cacheName = `asakai ${version}`
const page = '/index.html'

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([page, ...files])))
})

// A new version begins when the last page of the old one is gone, so that nobody loses the files of what they look at.
self.addEventListener('activate', (event) => {
  const removeOld = async () => {
    const names = await caches.keys()
    await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
  }
  event.waitUntil(removeOld())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api')) return
  if (request.mode === 'navigate') event.respondWith(screenOf(request))
  else if (files.includes(pathname)) event.respondWith(fileOf(request))
})

/** The server's page, so that a new version is found; the kept one where no server answers. */
async function screenOf(request) {
  try {
    const response = await fetch(request)
    if (response.status < 500) return response
    return (await kept(page)) ?? response
  } catch (error) {
    const response = await kept(page)
    if (response) return response
    throw error
  }
}

const fileOf = async (request) => (await kept(request)) ?? fetch(request)

const kept = (request) => caches.match(request, { cacheName })
