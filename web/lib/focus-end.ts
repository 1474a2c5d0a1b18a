/** Focuses the first field of several lines in a form, behind its words. */
export const focusEndIn = (form: HTMLFormElement | null) =>
  focusEnd([...(form?.elements ?? [])].find((field) => field instanceof HTMLTextAreaElement))

/** Focuses a field of several lines behind its words. */
export function focusEnd(field: HTMLTextAreaElement | null | undefined) {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}
