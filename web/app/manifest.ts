import type { Language } from '#contract/languages.ts'

/**
 * What a browser is told of the application to install it, in the reader's words. Every address counts from the manifest's
 * own, so that it holds below a path. There is no `id`: one would count from the host, and two installations on one
 * host be taken for one; without it the start address is the identity.
 * @param texts the words of the catalogues
 */
export function manifestIn(language: Language, texts: (language: Language) => (key: string) => string) {
  const speak = texts(language)
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
    label: speak('shell.dailyReport'),
  })
  return {
    name: 'Asakai',
    short_name: 'Asakai',
    description: speak('manifest.about'),
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
      { name: speak('dailyReport.write'), url: './?write' },
      { name: speak('shell.dashboard'), url: './dashboard' },
    ],
    // The service worker answers it; what is shared never reaches the server by it.
    share_target: {
      action: './share',
      method: 'POST',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  }
}
