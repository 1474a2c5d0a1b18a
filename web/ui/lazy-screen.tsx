import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * Returns a screen. Its code is loaded on first use, or earlier by `load`. If that fails, the screen throws the error.
 * Does not use Suspense, because React shows no update for 300 ms after a fallback.
 */
export function lazyScreen<Props extends object>(importScreen: () => Promise<{ default: ComponentType<Props> }>) {
  let Loaded: ComponentType<Props> | undefined
  const load = async () => {
    Loaded = (await importScreen()).default
  }
  /** @param waiting shown until the screen is loaded */
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
    // The remaining props belong to the screen, but TypeScript cannot infer that for a generic type.
    return Shown ? <Shown {...(props as unknown as Props)} /> : waiting
  }
  return { Screen, load }
}
