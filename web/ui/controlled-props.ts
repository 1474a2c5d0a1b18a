export type ControlledProps<Value> = { value: Value; onChange: (value: Value) => void }

/** A field of a form. `error`: the sentence that is shown below the field. */
export type FieldProps<Value = string> = {
  name: string
  value: Value
  error: string | undefined
  readOnly: boolean
  onChange: (value: Value) => void
}
