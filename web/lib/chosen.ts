/** What a card takes of a setting that is kept at once. */
export type Chosen<Value> = { value: Value; onChange: (value: Value) => void }
