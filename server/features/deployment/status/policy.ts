/**
 * Returns whether a version is newer than another (Semantic Versioning 2.0.0, 11). A pre-release such as 1.2.0-beta is
 * older than 1.2.0.
 */
export function isNewer(version: string, than: string): boolean {
  const [ours, theirs] = [partsOf(than), partsOf(version)]
  for (const [at, number] of theirs.numbers.entries())
    if (number !== ours.numbers[at]) return number > ours.numbers[at]!
  return ours.isTrial && !theirs.isTrial
}

function partsOf(version: string) {
  const [numbers = '', trial] = version.split('-')
  return { numbers: numbers.split('.').map(Number), isTrial: trial !== undefined }
}
