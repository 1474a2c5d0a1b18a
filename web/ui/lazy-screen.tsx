import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * Returns a screen whose file is loaded when it is first shown, or earlier by `load`. A file that cannot be loaded is an
 * error of the screen. Does without Suspense: after a fallback React shows nothing new for 300 ms.
 */
export function lazyScreen<Props extends object>(importScreen: () => Promise<{ default: ComponentType<Props> }>) {
  let Loaded: ComponentType<Props> | undefined
  const load = async () => {
    Loaded = (await importScreen()).default
  }
  /** @param waiting is shown until the screen is loaded */
  function Screen({ waiting, ...props }: Props & { waiting?: ReactNode }) {
    const [Shown, setShown] = useState(() => Loaded)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useEffect(() => {
      if (Shown) return
      load().then(
        () => setShown(() => Loaded),
        (error: unknown) => setFailure({ error }),
      )
    }, [Shown])
    if (failure) throw failure.error
    // The rest of the properties are the screen's own, which TypeScript cannot tell of a generic type.
    return Shown ? <Shown {...(props as unknown as Props)} /> : waiting
  }
  return { Screen, load }
}
