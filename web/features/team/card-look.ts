/** A card of the grid. Off-screen cards are not rendered, so that a team of hundreds scrolls smoothly. */
export const card =
  'flex gap-3 rounded-3 border border-rule bg-surface p-4 [contain-intrinsic-size:auto_6.5rem] [content-visibility:auto]'

export const cards = 'grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] gap-4'
