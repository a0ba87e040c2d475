/** An error from the sandbox; `message` is shown to the user. */
class CallError extends Error {
  override readonly name = 'CallError'
}

/**
 * Calls a route of the sandbox and returns its JSON.
 *
 * @throws CallError when the sandbox refuses the call or doesn't respond.
 */
export async function call<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new CallError('The sandbox doesn’t respond. Is npm start still running?')
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok)
    throw new CallError(errorIn(answer) ?? `The sandbox answered ${response.status}`)
  // The sandbox serves this page and its routes in the same version.
  return answer as T
}

function errorIn(answer: unknown): string | undefined {
  const error =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'error') : undefined
  return typeof error === 'string' ? error : undefined
}
