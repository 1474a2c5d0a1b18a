import { expect, test } from 'vitest'
import { brokenReferences } from './references.ts'

const pages = {
  'docs/specification/4-states.md': '# States\n\n- **S4.45** A new report begins with the latest one.\n',
  'docs/design.md': '# Design\n\n### Side panel\n',
  'docs/decisions/0017-secrets.md': '# 17. Secrets\n\n## Decision\n',
}

/** @param files the texts of files in addition to `pages`, by path */
function brokenIn(files: Record<string, string>): string[] {
  const all = new Map(Object.entries({ ...pages, ...files }))
  return brokenReferences(all, (path) => [...all.keys()].some((file) => file === path || file.startsWith(`${path}/`)))
}

test('the check accepts references to existing files, headings and names', () => {
  const files = {
    'web/ui/panel.tsx': '/** S4.45, (design: side panel), (decision 17), docs/design.md */',
    'README.md': '[a](docs/design.md#side-panel) [b](#here) `web/ui/panel.tsx` [c](https://example.com)\n\n## Here\n',
    'web/ui/icon.tsx': "export const path = 'M0 0S9.99 1' // a drawing, not a rule",
    'server/providers/jira.ts': "import '../http/problem.ts'",
  }
  expect(brokenIn(files)).toEqual([])
})

test.each<[string, Record<string, string>, string]>([
  ['an id', { 'a.ts': '\n// S4.46' }, 'a.ts:2 S4.46 is defined nowhere in docs/specification'],
  ['an id in a test', { 'a.test.ts': "test('S4.46')" }, 'a.test.ts:1 S4.46 is defined nowhere in docs/specification'],
  [
    'an id of one meaning alone',
    { 'docs/specification/5-a.md': '- **S4.45** Again.' },
    'docs/specification/5-a.md: S4.45 is defined in docs/specification/4-states.md already',
  ],
  ['a heading', { 'a.css': '/* (design: drawer) */' }, "a.css:1 'drawer' is no heading of docs/design.md"],
  ['a decision', { 'a.ts': '// (decision 18)' }, 'a.ts:1 docs/decisions has no 18'],
  [
    'an id where a chapter is named',
    { 'a.ts': '// (specification 4, Language)' },
    "a.ts:1 'specification 4…': name an id, a heading or a decision",
  ],
  ['a path', { 'docs/a.md': '`server/none.ts`' }, 'docs/a.md:1 server/none.ts is not there'],
  ['a path in a comment', { 'a.ts': '// see server/none.ts' }, 'a.ts:1 server/none.ts is not there'],
  ['a link', { 'docs/a.md': '[a](none.md)' }, 'docs/a.md:1 none.md leads nowhere'],
  ['an anchor', { 'docs/a.md': '[a](design.md#none)' }, 'docs/a.md:1 docs/design.md has no heading for #none'],
  [
    'a place within the repository',
    { 'web/a.ts': "read('../../beside/x')" },
    'web/a.ts:1 ../../beside is outside of the repository',
  ],
])('the check reports a broken reference: %s', (_, files, message) => {
  expect(brokenIn(files)).toEqual([message])
})
