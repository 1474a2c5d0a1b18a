/** The elements of each role, for browsers that take seconds to find by role and name. */
const elements = {
  button: 'button',
  heading: '*[self::h1 or self::h2 or self::h3]',
  link: 'a',
  menuitem: '*[@role="menuitem"]',
  table: 'table',
}
export type Role = keyof typeof elements

// An `aria-label` replaces the text as the name. Otherwise 'Cancel' would also find the buttons on the page that show
// this text but have a longer label.
const named = (name: string) =>
  `@aria-label = "${name}" or not(@aria-label) and starts-with(normalize-space(), "${name}")`

export const controlPath = (role: Role, name: string) => `//${elements[role]}[${named(name)}]`
export const fieldPath = (label: string) => `//*[@id=//label[starts-with(normalize-space(), "${label}")]/@for]`
