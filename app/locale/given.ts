/**
 * Maps a value that an upstream may omit; null stays null. Components leave out what is null: a row of a description
 * list, a sentence, a column of a table.
 */
export function given<Value, Made>(value: Value | null, make: (value: Value) => Made): Made | null {
  return value === null ? null : make(value)
}
