type Texts = Record<string, (length: number) => string>

const filled = (head: string, part: string) => (length: number) =>
  head + part.repeat(Math.max(0, (length - head.length) / Buffer.byteLength(part)))

/** The worst forms. */
export const worstForms: Texts = {
  'one name': filled('', 'a=1&'),
  escapes: filled('username=', '%61'),
  'broken escapes': filled('username=', '%'),
  'signs between': filled('', '&'),
  'one field': filled('username=', 'a.'),
}
