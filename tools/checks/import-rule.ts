export type ImportRule = {
  name: string
  /** The importing file. */
  from: RegExp
  /** Files that match `from` but are exempt. */
  except?: RegExp
  /** The forbidden imports; packages are `node_modules/<name>`, Node's own modules `node:<name>`. */
  to: RegExp
  /** Imports that match `to` but are allowed; `$1` is the first group of `from`. */
  allowed?: string
  /** A sentence about the right folder for the code. */
  advice: string
}

/** Tests and their helpers. */
export const tests = /(^|\/)testing\/|\.(test|fixture)\.tsx?$|^e2e\//u
