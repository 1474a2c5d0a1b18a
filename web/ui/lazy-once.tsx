import { type ComponentType, lazy, useState } from 'react'

/**
 * As React's `lazy`, but there at once where it has been loaded before: what suspends waits for its turn, 300 ms after something
 * else did. Begins with what loads it.
 */
export function lazyOnce<Props extends object, Rest>(
  importFile: () => Promise<Rest & { default: ComponentType<Props> }>,
) {
  let loaded: ComponentType<Props> | undefined
  const load = async () => {
    const file = await importFile()
    loaded = file.default
    return file
  }
  const Lazy: ComponentType<Props> = lazy(load)
  const Component = (props: Props) => {
    const [Chosen] = useState(() => loaded ?? Lazy) // for as long as it is shown, or its state would be lost
    return <Chosen {...props} />
  }
  return [load, Component] as const
}
