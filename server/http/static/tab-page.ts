import { tabChannel } from '#contract/connections.ts'
import type { Language } from '#contract/languages.ts'
import { texts } from '#server/text/texts.ts'

/**
 * Writes the last page of the tab in which an account is connected. The page notifies the settings screen.
 * @param page.text the failure, or the remaining task; undefined: the tab closes itself
 * @param page.base the path of `PUBLIC_URL`, or ''
 */
export function writePage(
  language: Language,
  provider: string,
  { text, isConnected, base }: { text: string | undefined; isConnected: boolean; base: string },
): string {
  const translate = texts(language)
  const title = translate(isConnected ? 'accountTab.connected' : 'accountTab.failed', { provider })
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${base}/api/auth/tab.css">
<script src="${base}/api/auth/tab.js" defer></script>
</head>
<body data-provider="${escaped(provider)}"${text === undefined ? '' : ` data-${isConnected ? 'left' : 'reason'}="${escaped(text)}"`}>
<main>
<h1>${escaped(title)}</h1>
${text === undefined ? '' : `<p>${escaped(text)}</p>\n`}<p>${escaped(translate('accountTab.close'))}</p>
<p><a href="${base}/settings">${escaped(translate('accountTab.settings'))}</a></p>
</main>
</body>
</html>
`
}

/** The script of the page. It is a separate file, because the content security policy forbids inline code. */
export const script = `const { provider, reason, left } = document.body.dataset
new BroadcastChannel('${tabChannel}').postMessage({ provider, reason, left })
if ((reason ?? left) === undefined) window.close()
`
export const styles =
  'body { margin: 0 auto; max-width: 32rem; padding: 4rem 1.5rem; font: 1rem/1.7 system-ui, sans-serif }\nh1 { font-size: 1.25rem }\n'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
