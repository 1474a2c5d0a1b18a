import type { Locator } from '@playwright/test'

/** Waits until an element that slides in has arrived: no animation of it, or of an element around it, still runs. */
export const atRest = (locator: Locator) =>
  locator.evaluate(async (element) => {
    const moves = document.getAnimations().filter(({ effect }) => (effect as KeyframeEffect).target?.contains(element))
    await Promise.allSettled(moves.map(({ finished }) => finished))
  })
