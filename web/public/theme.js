{
  const page = document.documentElement
  let isDrawn = false
  try {
    const theme = localStorage.getItem('asakai_theme')
    if (theme === 'light' || theme === 'dark') page.dataset.theme = theme
    // The server's HTML contains the login. `isDrawn`: this visitor will see that login, in that language.
    const language = localStorage.getItem('app_language') ?? navigator.language
    isDrawn = !localStorage.getItem('daily_standup_token') && language.toLowerCase().startsWith(page.lang)
    if (isDrawn) page.dataset.drawn = ''
  } catch {} // storage is refused
  // Adds the scripts after the first paint, because they would delay it. A tab in the background never paints.
  const scripts = document.querySelector('template')?.content
  const add = () => document.head.append(scripts)
  // Waits for the parser: an added script may run before the parser reaches the element into which it renders.
  const bring = () => (document.readyState === 'loading' ? document.addEventListener('DOMContentLoaded', add) : add())
  if (scripts && isDrawn && !document.hidden) {
    const onPaint = (paints) => paints.getEntriesByName('first-contentful-paint').length > 0 && bring()
    new PerformanceObserver(onPaint).observe({ type: 'paint', buffered: true })
    setTimeout(bring, 1_000)
  } else if (scripts) bring()
}
