import type { ConfirmRequest } from '@sallyport/core'

/** The embedded wallet whose key a request uses: the wallet itself, or the owner of the smart wallet. */
export function signerOf(request: ConfirmRequest): string {
  return ('owner' in request ? request.owner : undefined) ?? request.address
}
