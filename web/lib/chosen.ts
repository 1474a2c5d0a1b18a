/** What is chosen or written now, for what changes it. */
export type Chosen<Value> = { value: Value; onChange: (value: Value) => void }
