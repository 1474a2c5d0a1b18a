{
  const page = document.documentElement
  let isDrawn = false
  try {
    const theme = localStorage.getItem('asakai_theme')
    if (theme === 'light' || theme === 'dark') page.dataset.theme = theme
    // `isDrawn`: whether this visitor sees the login that is already in the server's HTML, in the visitor's language.
    const language = localStorage.getItem('app_language') ?? navigator.language
    isDrawn = !localStorage.getItem('daily_standup_token') && language.toLowerCase().startsWith(page.lang)
    if (isDrawn) page.dataset.drawn = ''
  } catch {} // the browser refuses its storage
  // Adds the scripts after the first paint, because they would delay it. A tab in the background never paints.
  const scripts = document.querySelector('template')?.content
  const add = () => document.head.append(scripts)
  // Waits for the parser: a script that is added may run before the parser reaches the element into which it renders.
  const bring = () => (document.readyState === 'loading' ? document.addEventListener('DOMContentLoaded', add) : add())
  if (scripts && isDrawn && !document.hidden) {
    const onPaint = (paints) => paints.getEntriesByName('first-contentful-paint').length > 0 && bring()
    new PerformanceObserver(onPaint).observe({ type: 'paint', buffered: true })
    setTimeout(bring, 1_000)
  } else if (scripts) bring()
}
