import type { Rolldown } from 'vite'

const shell = /web.screens.shell.shell\.tsx$/u
/** Icons are never shared: all come through one file, so every module seems to import each of them. */
const icon = /lucide-react.dist.esm.icons/u
/** The sign-in screens besides the login. People often open several of them, one after another. */
const entrance = /web.screens.sign-in.(?:sign-up|invitation|email-proof|password-reset|not-me|provider-callback)\.tsx$/u

/**
 * Returns the lazily loaded modules that import a module, directly or not.
 * @param by matches the files that load these modules lazily
 */
function loadedWith(id: string, build: Rolldown.ChunkingContext, by: RegExp): string[] {
  const needing = new Set([id])
  for (const one of needing) for (const importer of build.getModuleInfo(one)?.importers ?? []) needing.add(importer)
  return [...needing].filter((one) => build.getModuleInfo(one)?.dynamicImporters.some((from) => by.test(from)))
}

/** Returns whether the shell and other screens import a module, so that the module needs a file of its own. */
function isShared(id: string, build: Rolldown.ChunkingContext): boolean {
  const screens = loadedWith(id, build, /web.(?:app.app|ui.toast)\.tsx$/u)
  return screens.length > 1 && screens.some((one) => shell.test(one))
}

/**
 * Returns whether only entrance screens use a module. The Google onboarding may use the module, too: it is no entrance
 * screen, because it needs the members' styles.
 */
function isOfEntrance(id: string, build: Rolldown.ChunkingContext): boolean {
  const screens = loadedWith(id, build, /./u)
  const others = screens.filter((one) => !entrance.test(one))
  return (
    others.length < screens.length && others.every((one) => /web.screens.sign-in.google-onboarding\.tsx$/u.test(one))
  )
}

/**
 * The groups of modules that share a file. They are few, because small files compress badly, and because the start
 * lists each file that it may load. The members' styles are separate, because the sign-up would load them otherwise.
 */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'] },
  { name: 'members', test: /members\.css$/u },
  { name: 'zod', test: /node_modules.zod/u },
  { debugName: 'shared', name: (id, build) => (!icon.test(id) && isShared(id, build) ? 'shared' : null) },
  {
    debugName: 'entrance',
    name: (id, build) => (isOfEntrance(id, build) ? 'entrance' : null),
    includeDependenciesRecursively: false,
  },
  { name: 'shell', test: shell },
]
