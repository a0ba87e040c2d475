import { ApiError } from '@sallyport/contract'

/** Nesting a body may have. */
const maxDepth = 32
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Strings and punctuation. A string that never ends matches up to the end, so that no character is looked at twice. */
const structure = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[{}[\],:]/gs

/**
 * The value of a JSON body; `undefined` for an empty one.
 *
 * @throws ApiError `invalid_data` for what is not plain JSON: bad UTF-8, a byte order mark, a key twice in one object,
 * a key that names a prototype, NUL or half a surrogate pair in a string, more than 32 levels.
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  try {
    const text = decoder.decode(bytes)
    checkStructure(text)
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError('invalid_data', { message: 'The body must be valid JSON', cause })
  }
}

/** Whether Postgres and JSON can both carry the text: no NUL, no half surrogate pair. */
export function isPlainText(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text)
}

/** Walks strings and brackets only; `JSON.parse` afterwards decides whether the rest is JSON. */
function checkStructure(text: string): void {
  const keysOfOpenObjects: (Set<string> | undefined)[] = []
  let pending: string | undefined
  for (const [token] of text.matchAll(structure)) {
    if (token === '{' || token === '[') {
      keysOfOpenObjects.push(token === '{' ? new Set() : undefined)
      if (keysOfOpenObjects.length > maxDepth) throw new SyntaxError('Nested too deeply')
    } else if (token === '}' || token === ']') {
      keysOfOpenObjects.pop()
    } else if (token === ':') {
      addKey(keysOfOpenObjects.at(-1), pending)
    } else if (token !== ',') {
      pending = JSON.parse(token) as string // what begins with a quote is a string or throws
      if (!isPlainText(pending)) throw new SyntaxError('Unusable text')
    }
  }
}

function addKey(keys: Set<string> | undefined, key: string | undefined): void {
  if (keys === undefined || key === undefined) return
  if (keys.has(key)) throw new SyntaxError('Key twice')
  if (forbiddenKeys.has(key)) throw new SyntaxError('Key not allowed')
  keys.add(key)
}
