import type { Language } from '#contract/languages.ts'

/**
 * Returns the web app manifest in the reader's language. Every URL is relative to the manifest, so that the application
 * also works below a path. There is no `id`, because it would be relative to the host: two installations on one host
 * would count as the same application. Without it the start URL is the identity.
 * @param texts returns the texts of a catalogue
 */
export function manifestIn(language: Language, texts: (language: Language) => (key: string) => string) {
  const translate = texts(language)
  const png = (size: string, src: string, purpose: 'any' | 'maskable' | 'monochrome') => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const screenshot = (form_factor: 'wide' | 'narrow', sizes: string) => ({
    src: `screenshot-${form_factor}.png`,
    sizes,
    type: 'image/png',
    form_factor,
    label: translate('shell.dailyReport'),
  })
  return {
    name: 'Asakai',
    short_name: 'Asakai',
    description: translate('manifest.about'),
    lang: language,
    dir: 'ltr',
    start_url: './',
    scope: './',
    display: 'standalone',
    background_color: '#f8f7f3',
    theme_color: '#f8f7f3',
    categories: ['business', 'productivity'],
    icons: [
      { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      png('192', 'icon-192.png', 'any'),
      png('512', 'icon-512.png', 'any'),
      png('512', 'icon-maskable.png', 'maskable'),
      png('512', 'icon-monochrome.png', 'monochrome'),
    ],
    screenshots: [screenshot('wide', '1440x900'), screenshot('narrow', '390x844')],
    shortcuts: [
      { name: translate('dailyReport.write'), url: './?write' },
      { name: translate('shell.dashboard'), url: './dashboard' },
    ],
    // The service worker handles this URL. The shared content never reaches the server.
    share_target: {
      action: './share',
      method: 'POST',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  }
}
