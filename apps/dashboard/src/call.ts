/** A refusal of the sandbox; `message` is the sentence to show. */
export class CallError extends Error {
  override readonly name = 'CallError'
}

/**
 * Calls a route of the sandbox on this origin and gives its JSON.
 *
 * @throws CallError when it is refused or does not answer.
 */
export async function call<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new CallError('Sallyport does not answer. Is npm start still running?')
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok)
    throw new CallError(sentenceIn(answer) ?? `The sandbox answered ${response.status}`)
  // The routes are the sandbox's own, of the same version as this page.
  return answer as T
}

function sentenceIn(answer: unknown): string | undefined {
  const error =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'error') : undefined
  return typeof error === 'string' ? error : undefined
}
