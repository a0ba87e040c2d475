/** One line of a socket as a request; undefined when it is none. The call and its input are not checked yet. */
export function readRequest(
  line: string,
): { id: string; call: unknown; input: unknown } | undefined {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined // Not JSON, so the answer has no id.
  }
  // A name given twice, or anything else that two parsers could read in two ways, is not written the same again (T-33).
  if (JSON.stringify(value) !== line) return undefined
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 3)
    return undefined
  if (!('id' in value && 'call' in value && 'input' in value)) return undefined
  const { id, call, input } = value
  return typeof id === 'string' && id.length > 0 && id.length <= 64
    ? { id, call, input }
    : undefined
}

/** Names of the error and its causes with a driver's or library's code. Values could be secrets and are left out. */
export function reasonOf(error: unknown): string[] {
  const names: string[] = []
  for (let at: unknown = error; at instanceof Error && names.length < 4; at = at.cause) {
    names.push('code' in at && typeof at.code === 'string' ? `${at.name}/${at.code}` : at.name)
  }
  return names
}
