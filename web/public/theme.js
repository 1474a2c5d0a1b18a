try {
  const page = document.documentElement
  const theme = localStorage.getItem('asakai_theme')
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme
  // Whether what the server has drawn is what they will see.
  const language = localStorage.getItem('app_language') ?? navigator.language
  if (localStorage.getItem('daily_standup_token')) {
    const { dataset, src } = document.currentScript
    for (const file of dataset.shell?.split(' ') ?? []) {
      const kind = file.endsWith('.js') ? { rel: 'modulepreload' } : { rel: 'preload', as: 'style' }
      const link = Object.assign(document.createElement('link'), kind, { crossOrigin: '', href: new URL(file, src) })
      document.head.append(link)
    }
  } else if (language.toLowerCase().startsWith(page.lang)) page.dataset.drawn = ''
} catch {} // storage is refused
