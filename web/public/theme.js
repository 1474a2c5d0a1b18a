{
  const page = document.documentElement
  let isDrawn = false
  try {
    const theme = localStorage.getItem('asakai_theme')
    if (theme === 'light' || theme === 'dark') page.dataset.theme = theme
    // Whether what the server has drawn is what they will see.
    const language = localStorage.getItem('app_language') ?? navigator.language
    isDrawn = !localStorage.getItem('daily_standup_token') && language.toLowerCase().startsWith(page.lang)
    if (isDrawn) page.dataset.drawn = ''
  } catch {} // storage is refused
  // The login's own scripts come once its head is seen, which they would compete with; a tab in the background draws nothing.
  const scripts = document.querySelector('template')?.content
  const add = () => document.head.append(scripts)
  // A script that is added runs once it is loaded, even before the element is parsed into which it draws.
  const bring = () => (document.readyState === 'loading' ? document.addEventListener('DOMContentLoaded', add) : add())
  if (scripts && isDrawn && !document.hidden) {
    const onPaint = (paints) => paints.getEntriesByName('first-contentful-paint').length > 0 && bring()
    new PerformanceObserver(onPaint).observe({ type: 'paint', buffered: true })
    setTimeout(bring, 1_000)
  } else if (scripts) bring()
}
