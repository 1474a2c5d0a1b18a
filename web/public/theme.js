try {
  const theme = localStorage.getItem('asakai_theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {} // storage is refused
