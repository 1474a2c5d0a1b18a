export type ControlledProps<Value> = { value: Value; onChange: (value: Value) => void }
