import { useEffect } from 'react'

/** Toggles full screen. Has no effect if the browser does not support or allow it. */
export async function toggleFullScreen() {
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  } catch (error) {
    console.info('The window stays as it is', error)
  }
}

export function useFullScreenEnd() {
  useEffect(
    () => () => {
      if (document.fullscreenElement) void toggleFullScreen()
    },
    [],
  )
}
