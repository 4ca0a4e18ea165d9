/**
 * What is made of a value that an upstream may leave out: nothing where it does. What shows values leaves out what is
 * null: a row of a description list, a sentence, a column of a table.
 */
export function given<Value, Made>(value: Value | null, make: (value: Value) => Made): Made | null {
  return value === null ? null : make(value)
}
