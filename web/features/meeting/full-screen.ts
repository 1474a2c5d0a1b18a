import { useEffect } from 'react'

/** If a browser has no full screen, or refuses it to a page, the window stays as it is. */
export async function toggleFullScreen() {
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  } catch (error) {
    console.info('The window stays as it is', error)
  }
}

/** Ends the full screen together with the meeting. */
export function useFullScreenEnd() {
  useEffect(
    () => () => {
      if (document.fullscreenElement) void toggleFullScreen()
    },
    [],
  )
}
