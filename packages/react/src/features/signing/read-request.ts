import {
  fromHex,
  readMessage,
  readTypedData,
  type Subject,
  type TypedDataReading,
} from '@sallyport/contract/requests'
import type { ConfirmRequest } from '@sallyport/core'

/** What a signing request says; null for requests that other screens show. */
export type SigningSubject =
  | Extract<Subject, { kind: 'message' | 'bytes' | 'digest' | 'authorization' }>
  | TypedDataReading

/** Reads a signing request. The page has no keccak for checksums: addresses are shown as the app wrote them. */
export function readRequest(request: ConfirmRequest): SigningSubject | null {
  switch (request.kind) {
    case 'sign-typed-data':
      return readTypedData(
        { checksum: (address) => address, signer: request.address },
        request.typedData,
      )
    case 'sign-authorization': {
      const { contract, chain, nonce } = request
      const [chainId, number] = [BigInt(chain.id), BigInt(nonce)]
      return { kind: 'authorization', contract, chainId, nonce: number }
    }
    case 'sign-digest':
      return { kind: 'digest', hex: request.digest }
    case 'sign-message': {
      const { message, chainType } = request
      return readMessage(chainType, fromHex(message) ?? new TextEncoder().encode(message))
    }
    default:
      return null
  }
}
