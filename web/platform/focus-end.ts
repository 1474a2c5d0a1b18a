/** Focuses the first textarea of a form, with the caret at the end. */
export const focusEndIn = (form: HTMLFormElement | null) =>
  focusEnd([...(form?.elements ?? [])].find((field) => field instanceof HTMLTextAreaElement))

/** Focuses a textarea, with the caret at the end. */
export function focusEnd(field: HTMLTextAreaElement | null | undefined) {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}
