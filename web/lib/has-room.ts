/** On small screens a field with the focus from the start would bring up the keyboard over what is to be read first. */
export const hasRoom = () => matchMedia('(min-width: 768px)').matches
