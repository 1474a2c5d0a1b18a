const deepest = 100 // nested arrays and objects
const [quote, backslash, bracket, brace, bracketEnd, braceEnd, comma] = Array.from('"\\[{]},', (sign) =>
  sign.charCodeAt(0),
)

/**
 * Returns a function that scans JSON, also in several parts, before it is parsed. Scans only JSON's punctuation. Limits
 * the depth, because deep nesting is slow to parse and overflows the stack of recursive code. Limits the number of
 * values, because a schema takes far longer for a value than the parser.
 */
export function boundJson(valuesMost: number) {
  let state = { depth: 0, values: 0, isText: false, isEscaped: false }
  return (json: Uint8Array): 'too_deep' | 'too_many_values' | undefined => {
    let { depth, values, isText, isEscaped } = state // local variables are faster than properties
    for (let at = 0; at < json.length; at += 1) {
      const sign = json[at]
      if (isEscaped) isEscaped = false
      else if (sign === quote) isText = !isText
      else if (isText) isEscaped = sign === backslash
      else if (sign === bracket || sign === brace) [depth, values] = [depth + 1, values + 1]
      else if (sign === comma) values += 1
      else if (sign === bracketEnd || sign === braceEnd) depth -= 1
      if (depth > deepest) return 'too_deep'
      if (values > valuesMost) return 'too_many_values'
    }
    state = { depth, values, isText, isEscaped }
    return undefined
  }
}
