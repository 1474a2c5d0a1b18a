import type { Plugin } from 'vite'

/**
 * Has each icon imported from its own file. By the package's list of all of them whoever imports one seems to need every
 * icon of every screen, and `isShared` of `scripts/chunks.ts` would hand all of these to the shell. Of an icon its lines are
 * left, without the keys, which hardly compress: no two are alike.
 */
export const iconByIcon = (): Plugin[] => [
  {
    name: 'icon-by-icon',
    apply: 'build',
    enforce: 'pre', // while the imports stand as they were written
    transform: {
      filter: { code: /from 'lucide-react'/u },
      handler: (code) => ({
        code: code.replace(/^import \{([^}]+)\} from 'lucide-react'$/gmu, (_all, names: string) =>
          names.split(',').map(importOne).join(';'),
        ),
        map: null,
      }),
    },
  },
  {
    name: 'icons-without-keys',
    apply: 'build',
    transform: {
      filter: { id: /lucide-react.+icons.[a-z\d-]+\.mjs$/u },
      handler: (code) => ({ code: code.replaceAll(/, key: "\w+"|^__iconData\.node;$/gmu, ''), map: null }),
    },
  },
]

function importOne(name: string): string {
  const [icon, here = icon] = name.trim().split(' as ')
  if (!icon || icon.startsWith('type ')) return ''
  const file = icon.replaceAll(/(?<=[a-z])(?=[A-Z\d])/gu, '-').toLowerCase()
  return `import ${here} from 'lucide-react/icons/${file}'`
}
