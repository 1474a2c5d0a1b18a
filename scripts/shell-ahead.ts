import type { Plugin } from 'vite'

/** Tells `web/public/theme.js`, which knows who is signed in, the files of the shell, so that they come beside the first scripts and not after them. */
export function shellAhead(): Plugin {
  return {
    name: 'shell-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const start = chunks.find(({ isEntry }) => isEntry)!
        const shell = chunks.find(({ moduleIds }) => moduleIds.some((id) => /web.screens.shell\.tsx$/u.test(id)))!
        const scripts = [shell.fileName, ...shell.imports.filter((file) => file !== start.fileName)]
        const files = [...scripts, ...(shell.viteMetadata?.importedCss ?? [])]
        return page.replace('<script src="/theme.js"', `<script src="/theme.js" data-shell="${files.join(' ')}"`)
      },
    },
  }
}
