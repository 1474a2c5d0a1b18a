type Key = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>

/**
 * Returns whether an input method handles this key: Enter accepts a conversion, Escape cancels it, arrows choose. Every
 * `keydown` handler must ignore such a key.
 * Safari ends the composition before it sends the key, so only the key code 229 identifies the key (WebKit bug 165004).
 */
export function isImeKey(event: Key | { nativeEvent: Key }): boolean {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event
  return isComposing || keyCode === 229
}
