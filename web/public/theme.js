try {
  const page = document.documentElement
  const theme = localStorage.getItem('asakai_theme')
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme
  // Whether what the server has drawn is what they will see.
  const language = localStorage.getItem('app_language') ?? navigator.language
  if (localStorage.getItem('daily_standup_token'))
    document.head.append(document.querySelector('template')?.content ?? '')
  else if (language.toLowerCase().startsWith(page.lang)) page.dataset.drawn = ''
} catch {} // storage is refused
