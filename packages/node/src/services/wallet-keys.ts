import type { RouteResponse } from '@sallyport/contract'
import type { serverWallets, Wallet } from '@sallyport/contract/wallet-api'
import { fromBase64, fromHex, toBase64, utf8 } from '../encoding.js'
import { type CallOptions, type Input, splitInput } from '../http/call-options.js'
import type { BodyOf, Send } from '../http/heads.js'
import { generateRecipient, open, seal } from '../seal/hpke.js'
import { walletHeads as heads } from './wallet-heads.js'

type Wallets = typeof serverWallets
type Source = BodyOf<Wallets['beginImport']>
type Submitted = BodyOf<Wallets['submitImport']>

/** A key or phrase to import. */
export interface WalletImport
  extends Omit<Source, 'encryption_type'>,
    Omit<Submitted, 'wallet'>,
    CallOptions {
  /**
   * Bytes of the key; on Ethereum also hex. Of a phrase (`entropy_type: 'hd'`) its text. Bytes on other chains: base58 is decoded by the
   * libraries of the chain.
   */
  secret: Uint8Array | string
}

/** How keys come in and go out: sealed, so that the API carries what it cannot read. */
export interface KeyTransport {
  /** The address is checked before the wallet is there. */
  import(input: WalletImport): Promise<Wallet>
  /** The sealed key, for a recipient of your own. Signed by the owner. */
  export(
    wallet_id: string,
    input: Input<BodyOf<Wallets['exportKey']>>,
  ): Promise<RouteResponse<Wallets['exportKey']>>
  /** The private key: `0x` hex on Ethereum, base58 on Solana. Needs a policy that allows it. */
  exportPrivateKey(wallet_id: string, options?: CallOptions): Promise<{ private_key: string }>
  /** The recovery phrase. Needs a policy that allows it. */
  exportSeedPhrase(wallet_id: string, options?: CallOptions): Promise<{ seed_phrase: string }>
  /** Exchanges a user's access token for a key that signs for the user. `authorization_context.user_jwts` does it by itself. */
  authenticateWithJwt(
    input: Input<BodyOf<Wallets['authenticate']>>,
  ): Promise<RouteResponse<Wallets['authenticate']>>
}

/** The calls over `send`. */
export function createTransport(send: Send): KeyTransport {
  const exportText = async (
    wallet_id: string,
    { phrase, options }: { phrase: boolean; options: CallOptions | undefined },
  ): Promise<string> => {
    const recipient = await generateRecipient()
    const spki = new Uint8Array(await crypto.subtle.exportKey('spki', recipient.publicKey))
    const body = {
      encryption_type: 'HPKE',
      recipient_public_key: toBase64(spki),
      export_seed_phrase: phrase,
    } as const
    const sealed = await send(heads.exportKey, { params: { wallet_id }, body }, options)
    const opened = await open(recipient, {
      enc: fromBase64(sealed.encapsulated_key),
      ciphertext: fromBase64(sealed.ciphertext),
    })
    return new TextDecoder().decode(opened)
  }
  return {
    import: async (input) => {
      const { body, options } = splitInput<Omit<WalletImport, keyof CallOptions>>(input)
      const { secret, address, chain_type, entropy_type, index, ...rest } = body
      const source = {
        ...{ address, chain_type, entropy_type, encryption_type: 'HPKE' },
        ...(index !== undefined && { index }),
      } as Source
      const { encryption_public_key: recipient } = await send(
        heads.beginImport,
        { body: source },
        options,
      )
      const sealed = await seal(fromBase64(recipient), secretBytes(secret, entropy_type))
      const wallet = {
        ...source,
        ciphertext: toBase64(sealed.ciphertext),
        encapsulated_key: toBase64(sealed.enc),
      }
      return send(heads.submitImport, { body: { ...rest, wallet } }, options)
    },
    export: (wallet_id, input) => {
      const { body, options } = splitInput<BodyOf<Wallets['exportKey']>>(input)
      return send(heads.exportKey, { params: { wallet_id }, body }, options)
    },
    exportPrivateKey: async (wallet_id, options) => ({
      private_key: await exportText(wallet_id, { phrase: false, options }),
    }),
    exportSeedPhrase: async (wallet_id, options) => ({
      seed_phrase: await exportText(wallet_id, { phrase: true, options }),
    }),
    authenticateWithJwt: (input) => {
      const { body, options } = splitInput<BodyOf<Wallets['authenticate']>>(input)
      return send(heads.authenticate, { body }, options)
    },
  }
}

function secretBytes(secret: Uint8Array | string, type: Source['entropy_type']): Uint8Array {
  if (typeof secret !== 'string') return secret
  return type === 'hd' ? utf8(secret) : fromHex(secret)
}
