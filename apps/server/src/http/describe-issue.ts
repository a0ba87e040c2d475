/** What is wrong with a part of a request, as the schemas' library says it. */
interface Issue {
  code?: string | undefined
  message?: string | undefined
  path: readonly PropertyKey[]
  expected?: unknown
  keys?: readonly string[]
  values?: readonly unknown[]
  minimum?: unknown
  maximum?: unknown
  errors?: readonly (readonly Issue[])[]
}

/** The library's text where a schema has none of its own. */
const noText = 'Invalid input'
const longestField = 100

/** An issue for people who call the API. */
interface Described {
  message: string
  /** The field as it is written in JavaScript; undefined for the request as a whole. */
  field: string | undefined
}

/**
 * Says what is wrong and where. A text that the schema gives stays as it is; the library's own names neither the field nor
 * the fault. Values are not repeated: they may be secrets.
 *
 * @param part  What the path is within: `body`, `query` or `params`.
 * @param value  The part of the request, to tell missing fields from wrong ones.
 */
export function describeIssue(given: Issue, part: string, value: unknown): Described {
  const issue = deepest(given)
  const field = fieldOf(issue)
  const subject = field ?? (part === 'body' ? 'The body' : `The ${part}`)
  const text = issue.message ?? noText
  if (text.startsWith('Must ')) return { field, message: `${subject} m${text.slice(1)}` }
  if (text !== noText) return { field, message: text }
  if (field !== undefined && valueAt(value, issue.path) === undefined && !issue.keys) {
    return { field, message: `${subject} is missing` }
  }
  return { field, message: `${subject} ${faultOf(issue)}` }
}

function faultOf({ code, expected, minimum, maximum, values }: Issue): string {
  switch (code) {
    case 'invalid_type':
      return `must be ${nameOf(String(expected))}`
    case 'invalid_value':
      return values === undefined ? 'is not valid' : `must be ${listOf(values)}`
    case 'unrecognized_keys':
      return 'is not a known field'
    case 'too_small':
      return `must be at least ${minimum}, in value or length`
    case 'too_big':
      return `must be at most ${maximum}, in value or length`
    case 'not_multiple_of':
      return 'must be a whole number'
    default:
      return 'is not valid'
  }
}

function listOf(values: readonly unknown[]): string {
  const names = values.slice(0, 12).map((each) => JSON.stringify(each))
  return names.length === 1 ? String(names[0]) : `one of ${names.join(', ')}`
}

function nameOf(type: string): string {
  const names: Readonly<Record<string, string>> = {
    array: 'a list',
    object: 'an object',
    record: 'an object',
    int: 'a whole number',
    boolean: 'true or false',
    null: 'null',
    undefined: 'left out',
  }
  return names[type] ?? `a ${type}`
}

/** Of the alternatives of a union the one that reads furthest: it is the one that was meant. */
function deepest(issue: Issue): Issue {
  if (issue.message !== undefined && issue.message !== noText) return issue
  const inner = (issue.errors ?? []).flatMap((branch) => branch.slice(0, 1)).map(deepest)
  const [first, ...others] = inner
  if (first === undefined) return issue
  const best = others.reduce((a, b) => (b.path.length > a.path.length ? b : a), first)
  if (best.path.length === 0 && issue.message !== noText) return issue
  return best.path.length === 0
    ? { ...issue, errors: [] }
    : { ...best, path: [...issue.path, ...best.path] }
}

/** `linked_accounts[0].address`; undefined for the part as a whole, and for names that a caller made up and that do not fit. */
function fieldOf({ path, keys }: Issue): string | undefined {
  const parts = [...path, ...(keys?.slice(0, 1) ?? [])]
  const field = parts
    .map((each) => (typeof each === 'number' ? `[${each}]` : `.${String(each)}`))
    .join('')
    .replace(/^\./, '')
  const isPlain = field !== '' && field.length <= longestField && /^[\w.[\]:-]+$/.test(field)
  return isPlain ? field : undefined
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    // Any object has unknown fields.
    (at, key) =>
      typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : null,
    value,
  )
}
