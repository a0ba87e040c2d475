import { readSolanaMessage } from '@sallyport/contract/requests'
import { type ChainFamily, type Facts, known, type Unread } from './facts.js'
import { unreadMove } from './token-moves.js'

const opaque = { moves: [], isWhole: false, isOpaque: true } as const
/** It may move any amount of any asset, on any network. */
const anything = {
  ...opaque,
  moves: [unreadMove('unreadable')],
  isAnything: true,
} as const

/** A message as facts. A Solana message that could be a transaction is refused: its signature would be one. */
export function readMessageRequest(
  method: 'personal_sign' | 'signMessage' | 'bitcoin_signMessage',
  bytes: Uint8Array,
): Facts | Unread {
  const text = textOf(bytes)
  const isSolana = method === 'signMessage'
  if (isSolana && (text === null || (bytes[0] ?? 0) < 0x20 || readSolanaMessage(bytes)))
    return { unread: 'the message could be a transaction', isOpaque: true }
  const chain: ChainFamily = isSolana
    ? 'solana'
    : method === 'personal_sign'
      ? 'ethereum'
      : 'bitcoin'
  const fields = {
    content: text === null ? ('unreadable' as const) : known(text),
    byte_length: known(BigInt(bytes.length)),
  }
  return {
    method,
    chain,
    shared: {},
    actions: [
      {
        fields: { message: fields },
        // Contract wallets take the hash of an operation, signed as a message, for the operation itself.
        ...(method === 'personal_sign' && bytes.length === 32 ? anything : opaque),
      },
    ],
  }
}

/** A request that says nothing about what it allows: a digest, or a key that leaves. */
export function readOpaqueRequest(
  method: 'raw_sign' | 'secp256k1_sign' | 'exportPrivateKey' | 'exportSeedPhrase',
  chain: ChainFamily,
): Facts {
  return {
    method,
    chain,
    shared: {},
    actions: [{ fields: {}, ...anything }],
  }
}

/**
 * A transfer as facts: the body that was signed, with what the transaction that carries it out does.
 *
 * @param inner  Of that transaction: its parts are what is judged.
 */
export function readTransferRequest(
  body: Readonly<Record<string, unknown>>,
  inner: Facts | Unread,
): Facts | Unread {
  if ('unread' in inner) return inner
  return {
    ...inner,
    method: 'transfer',
    actions: inner.actions.map((action) => ({ ...action, body })),
  }
}

/** The bytes of a message in hex, with or without `0x`, in base64, or as text. */
export function messageBytes({
  message,
  encoding,
}: {
  message: string
  encoding: 'utf-8' | 'hex' | 'base64'
}): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(message)
  return Uint8Array.from(
    Buffer.from(encoding === 'hex' ? message.replace(/^0x/, '') : message, encoding),
  )
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null // Not UTF-8.
  }
}
