export type Chosen<Value> = { value: Value; onChange: (value: Value) => void }
