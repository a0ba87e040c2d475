import {
  createKeyPairSignerFromPrivateKeyBytes,
  createSignableMessage,
  getTransactionDecoder,
  getTransactionEncoder,
  type KeyPairSigner,
  partiallySignTransaction,
} from '@solana/kit'
import { icon } from './icon.js'
import { askUser, changeSettings, onSettings, readSettings, shared } from './settings.js'

interface Account {
  address: string
  publicKey: Uint8Array
  chains: readonly string[]
  features: readonly string[]
}
type Change = (change: { accounts: readonly Account[] }) => void

const chains = ['solana:mainnet', 'solana:devnet', 'solana:localnet']
const features = ['solana:signMessage', 'solana:signTransaction']

/** Registers a Solana wallet with real keys on this page (Wallet Standard). */
export async function registerSolanaDouble(): Promise<void> {
  const signers = await Promise.all(
    readSettings().solanaKeys.map((key) => createKeyPairSignerFromPrivateKeyBytes(bytesOf(key))),
  )
  const wallet = createWallet(signers)
  const register = (api: { register(wallet: unknown): unknown }) => api.register(wallet)
  window.addEventListener('wallet-standard:app-ready', (event) =>
    // The standard's event carries this API.
    register((event as CustomEvent<Parameters<typeof register>[0]>).detail),
  )
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}

function createWallet(signers: readonly KeyPairSigner[]) {
  const listeners = new Set<Change>()
  const all = signers.map(accountOf)
  const accounts = (): Account[] => {
    const { solanaAllowed, locked, solanaKeys } = readSettings()
    if (!solanaAllowed || locked) return []
    return shared(solanaKeys).flatMap((key) => all[solanaKeys.indexOf(key)] ?? [])
  }
  let before = addresses(accounts())
  onSettings(() => {
    const now = addresses(accounts())
    if (now === before) return
    before = now
    for (const listener of [...listeners]) listener({ accounts: accounts() })
  })
  const signerOf = (account: Account) => {
    const found = signers.find((each) => each.address === account.address)
    if (!found || !addresses(accounts()).includes(account.address))
      throw new Error('Not authorized')
    return found
  }
  return {
    version: '1.0.0',
    name: 'Test Wallet',
    icon,
    chains,
    get accounts() {
      return accounts()
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect({ silent = false } = {}) {
          if (accounts().length === 0 && !silent) {
            await askUser()
            changeSettings({ solanaAllowed: true })
          }
          return { accounts: accounts() }
        },
      },
      'standard:disconnect': {
        version: '1.0.0',
        disconnect: async () => changeSettings({ solanaAllowed: false }),
      },
      'standard:events': {
        version: '1.0.0',
        on(_: string, listener: Change) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      ...signing(signerOf),
    },
  }
}

function signing(signerOf: (account: Account) => KeyPairSigner) {
  return {
    'solana:signMessage': {
      version: '1.0.0',
      signMessage: (...inputs: { account: Account; message: Uint8Array }[]) =>
        Promise.all(
          inputs.map(async ({ account, message }) => {
            await askUser()
            const signer = signerOf(account)
            const [signatures] = await signer.signMessages([createSignableMessage(message)])
            return { signedMessage: message, signature: signatures?.[signer.address] }
          }),
        ),
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signTransaction: (...inputs: { account: Account; transaction: Uint8Array }[]) =>
        Promise.all(
          inputs.map(async ({ account, transaction }) => {
            await askUser()
            const decoded = getTransactionDecoder().decode(transaction)
            const signed = await partiallySignTransaction([signerOf(account).keyPair], decoded)
            return { signedTransaction: new Uint8Array(getTransactionEncoder().encode(signed)) }
          }),
        ),
    },
  }
}

function accountOf(signer: KeyPairSigner): Account {
  return { address: signer.address, publicKey: new Uint8Array(32), chains, features }
}

function addresses(accounts: readonly Account[]): string {
  return accounts.map((each) => each.address).join()
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
