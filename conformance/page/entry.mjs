/** The page a conformance case drives: the unmodified client, the frame it asks for, and a log of what they said. */
import { toPrivyWalletProvider } from '@privy-io/cross-app-connect'
import Privy, { LocalStorage } from '@privy-io/js-sdk-core'
import { Connection, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import Newest from 'newest-js-sdk-core'
import { localhost } from 'viem/chains'
import { watch } from '../watch.mjs'

// For the cases, which run in the page but are not bundled.
globalThis.Buffer = Buffer
globalThis.web3 = { Connection, PublicKey, SystemProgram, Transaction }

const openWindow = globalThis.open

/**
 * Makes the client and loads its frame.
 *
 * @param {{ dev: Record<string, string>, form?: 'text' | 'object', version?: 'newest', frame?: boolean, initialize?: boolean }} options `text`
 *   posts what the client gives, a JSON text; `object` posts what a web page's own code would, an object. `newest` takes the
 *   newest client; `frame: false` loads no frame, `initialize: false` makes the client without a call.
 */
globalThis.open = async ({
  dev,
  form = 'text',
  version,
  frame: withFrame = true,
  initialize = true,
}) => {
  const chain = {
    id: 31337,
    name: 'Local Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`${location.origin}/rpc`] } },
  }
  const Client = version === 'newest' ? Newest : Privy
  const made = new Client({
    appId: dev.appId,
    baseUrl: dev.authUrl,
    storage: new LocalStorage(),
    supportedChains: [chain],
  })
  // Only calls of the client that the report is about are noted.
  const client = watch(made, (method) => version === 'newest' || globalThis.noteCall(method))
  if (initialize) await client.initialize()
  globalThis.client = client
  if (withFrame) await openFrame(client, form)
}

/** Makes the wagmi connector's provider for wallets of the app. It opens windows by the function that `open` below stands for. */
globalThis.openConnector = (dev, options = {}) => {
  globalThis.open = openWindow
  globalThis.connector = toPrivyWalletProvider({
    providerAppId: dev.appId,
    apiUrl: dev.authUrl,
    chains: [{ ...localhost, id: 31337 }],
    ...options,
  })
}

async function openFrame(client, form) {
  const frame = document.createElement('iframe')
  frame.src = client.embeddedWallet.getURL()
  document.body.append(frame)
  await new Promise((loaded) => frame.addEventListener('load', loaded))
  const target = new URL(frame.src).origin
  const log = []
  const own = new Map()
  window.addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow) return
    log.push({ event: data.event, error: data.error?.type })
    const answered = own.get(data.id)
    if (answered) answered(data)
    else client.embeddedWallet.onMessage(data)
  })
  client.setMessagePoster({
    postMessage: (message) =>
      frame.contentWindow.postMessage(form === 'object' ? JSON.parse(message) : message, target),
    reload: () => frame.setAttribute('src', frame.src),
  })
  let serial = 0
  /** Posts an event of our own making, for what the client has no method for; gives the answer. */
  const ask = (event, data) => {
    const id = `own-${serial++}`
    const message = { id, event, data }
    return new Promise((answered) => {
      own.set(id, answered)
      frame.contentWindow.postMessage(form === 'text' ? JSON.stringify(message) : message, target)
    })
  }
  const walletOf = (user, chainType, index = 0) =>
    user.linked_accounts.find(
      (each) =>
        each.type === 'wallet' && each.chain_type === chainType && each.wallet_index === index,
    )
  const ethereum = async (user, index = 0) =>
    client.embeddedWallet.getEthereumProvider({
      wallet: walletOf(user, 'ethereum', index),
      entropyId: walletOf(user, 'ethereum').address,
      entropyIdVerifier: 'ethereum-address-verifier',
    })
  const solana = async (user, index = 0) =>
    client.embeddedWallet.getSolanaProvider(
      walletOf(user, 'solana', index),
      walletOf(user, 'ethereum').address,
      'ethereum-address-verifier',
    )
  const bitcoin = async (user, { chainType, index = 0, entropy }) =>
    client.embeddedWallet.getBitcoinProvider({
      wallet: walletOf(user, chainType, index),
      entropyId: entropy?.entropyId ?? walletOf(user, 'ethereum').address,
      entropyIdVerifier: entropy?.verifier ?? 'ethereum-address-verifier',
    })
  Object.assign(globalThis, { log, ask, walletOf, ethereum, solana, bitcoin })
}
