/**
 * What a text field that chooses from a list is besides (WAI-ARIA combobox with a listbox): the list has the id
 * `${id}-list`, the keys are the field's.
 * @param active the id of the option that Enter would take
 */
export const combobox = (id: string, isOpen: boolean, active: string | undefined) =>
  ({
    role: 'combobox',
    'aria-expanded': isOpen,
    'aria-controls': `${id}-list`,
    'aria-activedescendant': active,
    'aria-autocomplete': 'list',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  }) as const
