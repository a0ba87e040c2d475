/* Loaded when a server asks for work in place of refusing a call. */
import { headers, isApiError, solveWork } from '@sallyport/contract'

/**
 * The header of a call that a server refused because others have used up what an address can receive: the answer to its challenge.
 *
 * @throws `error` where it carries no challenge.
 */
export async function proveWork(error: unknown): Promise<Record<string, string>> {
  const challenge = isApiError(error) ? error.data?.work : undefined
  const encoder = new TextEncoder()
  const proof = await solveWork(challenge, (text) =>
    crypto.subtle.digest('SHA-256', encoder.encode(text)),
  )
  if (proof === undefined) throw error
  return { [headers.workProof]: proof }
}
