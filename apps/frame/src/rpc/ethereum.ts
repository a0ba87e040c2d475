import {
  fromHex,
  hashTypedData,
  type SigningKey,
  signAuthorization,
  signHash,
  signMessage,
  signTransaction,
  TransactionError,
  type TypedData,
  TypedDataError,
} from '@sallyport/crypto/chains/ethereum'
import * as z from 'zod/mini'
import { invalidArguments } from '../frame-error.js'
import { isSmallPlainData } from '../protocol/plain-data.js'
import { authorizationOf } from './ethereum-authorization.js'
import { parseTransaction } from './ethereum-transaction.js'
import { refuseCustodyText } from './refuse-custody-text.js'
import type { Methods, SignerKey } from './signer.js'
import { operationOf, operationOf06 } from './user-operation.js'

const text = z.string()
const personalSign = z.tuple([text, text])
const ethSign = z.tuple([text, text])
const typedData = z.object({
  types: z.record(z.string(), z.array(z.object({ name: text, type: text }))),
  primaryType: text,
  domain: z.record(z.string(), z.unknown()),
  message: z.record(z.string(), z.unknown()),
})
const typedDataParams = z.tuple([text, z.union([text, z.record(z.string(), z.unknown())])])
const digestParams = z.tuple([text.check(z.regex(/^0x[0-9a-fA-F]{64}$/))])
const transactionParams = z.tuple([z.unknown()])

/** What the frame signs for Ethereum (wire reference §20.4); every answer is 0x hex. */
export const ethereumMethods: Methods = {
  personal_sign(params) {
    const [message, address] = parse(personalSign, params)
    const bytes = messageBytes(message)
    return (key) => {
      requireOwnAddress(address, key.address)
      return signMessage(signingKey(key), bytes)
    }
  },
  // Signs with the same prefix as `personal_sign`, as the Ethereum JSON-RPC specification defines it.
  eth_sign(params) {
    const [address, message] = parse(ethSign, params)
    const bytes = messageBytes(message)
    return (key) => {
      requireOwnAddress(address, key.address)
      return signMessage(signingKey(key), bytes)
    }
  },
  eth_signTypedData_v4(params) {
    const { address, data } = typedDataOf(params)
    // Before the key is opened: data that is wrong or too large is refused without it (T-34).
    const digest = refusing('The typed data is not valid', () => hashTypedData(data))
    return (key) => {
      requireOwnAddress(address, key.address)
      return signHash(signingKey(key), digest)
    }
  },
  eth_signTransaction(params) {
    const { transaction, from } = parseTransaction(parse(transactionParams, params)[0])
    return (key) => {
      if (from !== undefined) requireOwnAddress(from, key.address)
      return refusing('The transaction is not valid', () =>
        signTransaction(signingKey(key), transaction),
      )
    }
  },
  eth_sign7702Authorization(params) {
    const authorization = authorizationOf(params)
    return (key) =>
      refusing('The authorization is not valid', () =>
        signAuthorization(signingKey(key), authorization),
      )
  },
  csw_signUserOperation(params) {
    const { hash } = operationOf06(params)
    return (key) => signHash(signingKey(key), hash)
  },
  // For the kinds of smart wallets whose contracts check the hash as a message.
  sallyport_signUserOperation(params) {
    const { hash } = operationOf(params)
    return (key) => signMessage(signingKey(key), hash)
  },
  secp256k1_sign(params) {
    const [digest] = parse(digestParams, params)
    return (key) => signHash(signingKey(key), fromHex(digest))
  },
}

function signingKey({ privateKey, publicKeyBytes }: SignerKey): SigningKey {
  return publicKeyBytes ? { privateKey, publicKey: publicKeyBytes } : privateKey
}

/** The address and the data in the parameters of `eth_signTypedData_v4`. @throws FrameError */
export function typedDataOf(params: unknown): { address: string; data: TypedData } {
  const [address, payload] = parse(typedDataParams, params)
  const data = parse(typedData, typeof payload === 'string' ? parseJson(payload) : payload)
  return { address, data }
}

function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw invalidArguments()
  return parsed.data
}

function parseJson(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json)
    return isSmallPlainData(value) ? value : undefined
  } catch {
    // Not JSON: the schema refuses `undefined`.
    return undefined
  }
}

/** Whole-byte hex is the bytes it spells, anything else is UTF-8 text. @throws FrameError for reserved texts. */
export function messageBytes(message: string): Uint8Array {
  const isHex = /^0x([0-9a-fA-F]{2})*$/.test(message)
  const bytes = isHex ? fromHex(message) : new TextEncoder().encode(message)
  refuseCustodyText(bytes)
  return bytes
}

function requireOwnAddress(given: string, own: string): void {
  if (given.toLowerCase() !== own.toLowerCase()) {
    throw invalidArguments('The address is not the one of this wallet')
  }
}

/** Turns what the library finds wrong with the request into an answer that repeats none of it. */
function refusing<T>(message: string, sign: () => T): T {
  try {
    return sign()
  } catch (error) {
    const isRefusal = error instanceof TypedDataError || error instanceof TransactionError
    throw isRefusal ? invalidArguments(message) : error
  }
}
