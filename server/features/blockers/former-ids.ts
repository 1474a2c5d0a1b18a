/**
 * Returns former ids by new ones. A rewritten line begins a blocker with a new id, and a later line shows which blocker
 * it was before.
 * @param now the current id of each former blocker
 * @param isNew the id is new
 * @param isNamed lines name the blocker
 */
export function formerIds(
  now: ReadonlyMap<string, string>,
  isNew: (id: string) => boolean,
  isNamed: (id: string) => boolean,
): ReadonlyMap<string, string> {
  const former = new Map<string, string>()
  for (const [was, id] of now) if (isNew(id) && !isNamed(was) && !former.has(id)) former.set(id, was)
  return former
}
