export type ImportRule = {
  name: string
  /** The importing file. */
  from: RegExp
  /** Files that `from` matches and the rule does not mean. */
  except?: RegExp
  /** What may not be imported; packages stand as `node_modules/<name>`, Node's own as `node:<name>`. */
  to: RegExp
  /** What `to` matches and is allowed all the same; `$1` is the first group of `from`. */
  allowed?: string
  /** Where the line belongs instead. */
  advice: string
}

/** Tests and what they work with. */
export const tests = /(^|\/)testing\/|\.(test|fixture)\.tsx?$|^e2e\//u
