// Before the first paint, and not inline: the Content-Security-Policy allows no inline script.
try {
  const theme = localStorage.getItem('asakai_theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // storage is refused: the system's theme stands
}
