/** The value of a controlled input and its change handler. */
export type Chosen<Value> = { value: Value; onChange: (value: Value) => void }
