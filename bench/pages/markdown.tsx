// The page that bench/markdown.ts opens in a browser.
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { Markdown } from '#web/ui/markdown.tsx'

const root = createRoot(document.body.appendChild(document.createElement('main')))

window.addEventListener('message', ({ data }: MessageEvent<string[]>) =>
  root.render(
    <IntlProvider locale="en" messages={{ common: { asWritten: 'As it was written' } }}>
      {data.map((text, index) => (
        <Markdown key={index} text={text} />
      ))}
    </IntlProvider>,
  ),
)
