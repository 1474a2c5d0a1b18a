// Writes the application's icons from web/public/icon.svg into web/public. Run it after a change of that file: node
// tools/pictures/icons.ts
import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findBrowser } from '../test/browser.mjs'

const mark = readFileSync('web/public/icon.svg', 'utf8')
/**
 * The icons. `part` is the share of the picture that the mark fills; a mask cuts to a circle of 80 % (Web Application
 * Manifest, `purpose`).
 */
const icons = [
  { name: 'icon-192', size: 192, part: 1, style: '' },
  { name: 'icon-512', size: 512, part: 1, style: '' },
  { name: 'icon-maskable', size: 512, part: 0.6, style: 'background: #f8f7f3' },
  { name: 'icon-monochrome', size: 512, part: 0.8, style: 'filter: brightness(0)' },
]

const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  for (const { name, size, part, style } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const width = size * part
    await page.setContent(`<body style="margin: 0; display: grid; place-items: center; height: 100vh; ${style}">
      <div style="width: ${width}px; height: ${width}px">${mark}</div>`)
    await page.screenshot({ path: `web/public/${name}.png`, omitBackground: true })
    await page.close()
  }
} finally {
  await browser.close()
}
