import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import type { BridgeAnswer, SellerAnswer } from './answers.js'
import { createCoinbase } from './coinbase.js'
import { createMoonpay } from './moonpay.js'
import type { LocalChains } from './payout.js'
import { answerTokenFacts } from './prices.js'
import { createRelayBridge } from './relay.js'

/** The sandbox's keys at the sellers. */
interface FundingKeys {
  moonpay: { publishable: string; secret: string; testPublishable: string; testSecret: string }
  coinbase: { projectId: string; keyName: string; keySecret: string; publicKey: Uint8Array }
}

/** Keys of an app at the simulated sellers, the same ones at each start. */
export function fundingKeys(appSecret: string): FundingKeys {
  const derive = (name: string) => createHash('sha256').update(`${name}/${appSecret}`).digest()
  const text = (name: string) => derive(name).toString('hex').slice(0, 32)
  const seed = derive('coinbase')
  // The fixed beginning of an Ed25519 key in PKCS #8 (RFC 8410).
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const publicKey = Buffer.from(x, 'base64url')
  return {
    moonpay: {
      publishable: `pk_live_${text('moonpay')}`,
      secret: `sk_live_${text('moonpay secret')}`,
      testPublishable: `pk_test_${text('moonpay test')}`,
      testSecret: `sk_test_${text('moonpay test secret')}`,
    },
    coinbase: {
      projectId: 'sandbox-project',
      keyName: 'organizations/sandbox/apiKeys/sandbox',
      keySecret: Buffer.concat([seed, publicKey]).toString('base64'),
      publicKey,
    },
  }
}

/** Browsers call MoonPay's API and the bridge themselves. */
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type',
}

/** The simulated sellers and the bridge, each below its host's name; undefined for a request to none of them. */
export function createFundingSimulator(options: {
  chains: LocalChains
  keys: FundingKeys
  chainId: number
  chosen: { moonpay(): SellerAnswer; coinbase(): SellerAnswer; bridge(): BridgeAnswer }
  nowMs: () => number
  wait?: (ms: number) => Promise<unknown>
}): (request: Request) => Promise<Response | undefined> {
  const { chains, keys, chainId, chosen, nowMs } = options
  const { wait = (ms: number) => new Promise((go) => setTimeout(go, ms).unref()) } = options
  const { moonpay, coinbase } = keys
  const parts = [
    async (request: Request) => answerTokenFacts(request),
    createMoonpay({
      chains,
      wait,
      chosen: chosen.moonpay,
      keys: [
        { publishable: moonpay.publishable, secret: moonpay.secret },
        { publishable: moonpay.testPublishable, secret: moonpay.testSecret },
      ],
    }),
    createCoinbase({
      chains,
      wait,
      nowMs,
      chosen: chosen.coinbase,
      key: { name: coinbase.keyName, publicKey: coinbase.publicKey },
    }),
    createRelayBridge({ chains, wait, chainId, chosen: chosen.bridge }),
  ]
  return async (request) => {
    for (const answer of parts) {
      const given = await answer(request)
      if (given === undefined) continue
      for (const [name, value] of Object.entries(cors)) given.headers.set(name, value)
      return given
    }
    return undefined
  }
}
