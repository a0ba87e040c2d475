import { receiptWait } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { ClientError, RpcError } from '../errors.js'
import type { ConfirmRequest, RequestStep, RequestUiOptions, WalletAccount } from '../types.js'
import { embeddedWallets } from '../wallet/accounts.js'
import { operate } from '../wallet/operate.js'
import { bitcoinNetworkOf, esploraOf } from './esplora.js'
import { confirmThenRun } from './should-confirm.js'

const pollEveryMs = 2_000

/** One embedded Bitcoin wallet. PSBTs and transactions are hex. */
export interface BitcoinWallet {
  /** As the main network spells it. */
  readonly address: string
  readonly chainType: 'bitcoin-segwit' | 'bitcoin-taproot'
  /** A signature of the text by BIP-322 ("simple"), base64. */
  signMessage(message: string, options?: RequestUiOptions): Promise<string>
  /**
   * The transaction for the network when the wallet's signatures complete it, else the PSBT with them.
   *
   * @param psbt  Every input says what it spends; several inputs of a SegWit wallet with the whole previous transactions.
   */
  signTransaction(psbt: string, options?: RequestUiOptions): Promise<string>
  /** Signs and broadcasts; resolves with the transaction's id once the server took it. */
  signAndSendTransaction(psbt: string, options?: RequestUiOptions): Promise<string>
}

/** The user's embedded wallet at `address`; its calls throw RpcError 4100 once the user is gone. */
export function getWallet(client: SallyportClient, address: string): BitcoinWallet {
  const { chainType } = requireWallet(client, address)
  const network = bitcoinNetworkOf(client)
  const sign = async (psbt: string, report: (step: RequestStep) => void) => {
    const request = { method: 'signTransaction', params: { psbt } }
    const wallet = requireWallet(client, address)
    return textIn(await operate(client, wallet, request, report), 'signedTransaction')
  }
  const asked = (kind: 'sign' | 'send', psbt: string): ConfirmRequest => ({
    kind: `${kind}-bitcoin-transaction`,
    ...{ address, chainType, network, psbt },
  })
  return {
    address,
    chainType,
    async signMessage(message, ui = {}) {
      const wallet = requireWallet(client, address)
      const call = { method: 'sign', params: { message } }
      return confirmThenRun(client, {
        request: { kind: 'sign-message', chainType, address, message },
        ui,
        run: async (report) => textIn(await operate(client, wallet, call, report), 'signature'),
      })
    },
    signTransaction: async (psbt, ui = {}) =>
      confirmThenRun(client, {
        request: asked('sign', psbt),
        ui,
        run: (report) => sign(psbt, report),
      }),
    signAndSendTransaction: async (psbt, ui = {}) =>
      confirmThenRun(client, {
        request: asked('send', psbt),
        ui,
        async run(report) {
          // Signed again it is the same transaction: its id does not cover signatures.
          const signed = await sign(psbt, report)
          if (signed.startsWith('70736274ff')) {
            throw new RpcError(-32602, { message: 'Other signatures are missing' })
          }
          const txid = await esploraOf(client).broadcast(signed)
          report({ step: 'submitted', hash: txid })
          if (client.options.confirm) void watch(client, txid, report)
          return txid
        },
      }),
  }
}

type BitcoinAccount = WalletAccount & Pick<BitcoinWallet, 'chainType'>

function requireWallet(client: SallyportClient, address: string): BitcoinAccount {
  const wallet = embeddedWallets(client)
    .filter(isBitcoin)
    .find((each) => each.address === address)
  if (!wallet) throw new RpcError(4100)
  return wallet
}

function isBitcoin(wallet: WalletAccount): wallet is BitcoinAccount {
  return wallet.chainType === 'bitcoin-segwit' || wallet.chainType === 'bitcoin-taproot'
}

/** Reports how a sent transaction ends: `confirmed` in its first block, `timed-out` after 180 s. Never throws. */
async function watch(
  client: SallyportClient,
  hash: string,
  report: (step: RequestStep) => void,
): Promise<void> {
  const esplora = esploraOf(client)
  for (let waitedMs = 0; waitedMs < receiptWait.timeoutMs; waitedMs += pollEveryMs) {
    // A server that does not answer now may answer the next time.
    if (await esplora.isConfirmed(hash).catch(() => false)) {
      return report({ step: 'confirmed', hash })
    }
    await client.environment.clock.wait(pollEveryMs)
  }
  report({ step: 'timed-out', hash })
}

function textIn(data: unknown, name: string): string {
  const text: unknown = data && typeof data === 'object' ? Reflect.get(data, name) : undefined
  if (typeof text !== 'string') throw new ClientError('unable_to_sign')
  return text
}
