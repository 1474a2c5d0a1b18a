const linkToFile = /\[([^[\]]+)\]\((?!https?:)[^()]+\)/gu

/**
 * Returns the section of CHANGELOG.md for a version, or the unreleased section if it does not name that version yet.
 * Removes links to files, because they lead nowhere on the page of a release.
 * @throws {Error} if there is neither
 */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## \[)/mu)
  const found = [`## [${version}]`, '## [Unreleased]'].flatMap((title) =>
    sections.filter((each) => each.startsWith(title)),
  )
  if (!found[0]) throw new Error(`CHANGELOG.md has no section [${version}] and none [Unreleased].`)
  const text = found[0].slice(found[0].indexOf('\n')).replaceAll(linkToFile, '$1')
  return `# Asakai ${version}${text}`
}
