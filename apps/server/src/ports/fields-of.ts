/** The fields of a JSON object; none of any other value. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  // Checked to be an object without an order on the same line.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}
