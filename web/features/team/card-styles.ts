/** A card of the grid. Off-screen cards are not rendered, so that a team of hundreds scrolls smoothly. */
export const card =
  'flex gap-3 rounded-3 border border-rule bg-surface p-4 [contain-intrinsic-size:auto_6.5rem] [content-visibility:auto]'

export const cards = 'grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] gap-4'

/** The position and look of a card's menu. */
export const cardMenu = {
  placement: '[position-area:block-end_span-inline-start] [position-try-fallbacks:flip-block]',
  className: '-my-1.5 -mr-2 icon-button size-8 shrink-0 pointer-coarse:-my-3 pointer-coarse:size-11',
}
