import type { Plugin } from 'vite'

/** Asks for the shell in a template, which `web/public/theme.js` takes out for who is signed in: so it comes beside the first scripts, not after them. */
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
        const link = (kind: string, file: string) => `<link rel="${kind}" crossorigin href="/${file}">`
        const links = [
          ...[shell.fileName, ...shell.imports]
            .filter((file) => file !== start.fileName)
            .map((file) => link('modulepreload', file)),
          ...[...(shell.viteMetadata?.importedCss ?? [])].map((file) => link('preload" as="style', file)),
        ]
        return page.replace('<script src="/theme.js"', `<template>${links.join('')}</template>\n    $&`)
      },
    },
  }
}
