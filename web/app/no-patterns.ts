/** In place of `regexparam`: no path here is a pattern for the router to read. */
export const parse = undefined
