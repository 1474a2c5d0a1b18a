/**
 * Returns the end-to-end tests of the screens that these files belong to, by name. `web/screens/team/team-calendar.tsx`
 * has `e2e/team.spec.ts`, `e2e/team-calendar.spec.ts`, and the same names in `e2e/states/`.
 */
export function specsOfScreens(files: Iterable<string>, specs: readonly string[]): string[] {
  const screens = [...files].flatMap((file) => /^web\/screens\/([\w-]+)\/([\w-]+)\.tsx?$/u.exec(file)?.slice(1) ?? [])
  return specs.filter((spec) => {
    const [, name] = /^(?:e2e|e2e\/states)\/([\w-]+)\.spec\.ts$/u.exec(spec) ?? []
    return screens.some((screen) => name === screen || name?.startsWith(`${screen}-`))
  })
}
