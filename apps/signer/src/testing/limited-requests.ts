import { toBase58 } from '@sallyport/contract/requests'
import { segwitKind } from '@sallyport/crypto/chains/bitcoin'
import { psbtOf, sol, solanaTransaction, spl } from './chain-bytes.js'
import { alice, send, transferData, usdc } from './policies.js'
import type { ServerWallets, TestWallet } from './server-wallets.js'

/* Limits of each kind, and requests that take from them. */

/** Wallets under one limit, and requests of them. */
export interface Limited {
  limitId: string
  wallets: readonly TestWallet[]
  /** A request that takes so many units of the limit; each `at` is another request. */
  bodyOf(at: number, wallet: TestWallet, units: number): object
}

/** A kind of limit. */
export interface LimitedKind {
  what: string
  /** What one unit takes from the limit. */
  unit: number
  /** Each request takes one unit, whatever it moves. */
  isCount?: boolean
  /** @param most  Units that the limit allows. */
  make(app: ServerWallets, most: number): Promise<Limited>
}

const fees = { nonce: 0, gas_limit: 21_000, max_fee_per_gas: 10, max_priority_fee_per_gas: 1 }
const rule = (method: string, conditions: object[]) => ({
  ...{ name: method, method, action: 'ALLOW', conditions },
})
const within = (limitId: string, most: number) => ({
  ...{ field_source: 'reference', field: `aggregation.${limitId}`, operator: 'lte' },
  value: String(most),
})
const sum = (field_source: string, field: string) => ({
  metric: { function: 'sum', field_source, field },
})
const assetIs = (value: string) => ({
  ...{ field_source: 'token_transfer', field: 'asset', operator: 'eq', value },
})

async function walletsWith(app: ServerWallets, rules: object[], chainType = 'ethereum') {
  const { policy } = await app.policy(rules, { chain_type: chainType })
  const fields = { chainType, policyIds: [policy.id] }
  return Promise.all([1, 2, 3, 4].map(() => app.create(fields)))
}

/** A permit of a token for an account. */
function permit(owner: string, { units, nonce }: { units: number; nonce: number }) {
  const numbers = ['value', 'nonce', 'deadline'].map((name) => ({ name, type: 'uint256' }))
  const accounts = ['owner', 'spender'].map((name) => ({ name, type: 'address' }))
  const message = { owner, spender: alice, value: String(units), nonce: String(nonce) }
  return {
    method: 'eth_signTypedData_v4',
    params: {
      typed_data: {
        domain: { name: 'USDC', chainId: 1, verifyingContract: usdc },
        primary_type: 'Permit',
        types: { Permit: [...accounts, ...numbers] },
        message: { ...message, deadline: '1' },
      },
    },
  }
}

const tokenAccount = toBase58(new Uint8Array(32).fill(4))
const mint = toBase58(new Uint8Array(32).fill(5))

/** Limits of every kind of chain, sums and counts. */
export const limitedKinds: readonly LimitedKind[] = [
  {
    what: 'a count of messages',
    unit: 1,
    isCount: true,
    make: async (app, most) => {
      const metric = { function: 'count' }
      const limitId = await app.limit({ method: 'personal_sign', metric })
      const wallets = await walletsWith(app, [rule('personal_sign', [within(limitId, most)])])
      const bodyOf = (at: number) => ({
        method: 'personal_sign',
        params: { message: `message ${at}`, encoding: 'utf-8' },
      })
      return { limitId, wallets, bodyOf }
    },
  },
  {
    what: 'a sum of wei',
    unit: 7,
    make: async (app, most) => {
      const value = sum('ethereum_transaction', 'value')
      const limitId = await app.limit({ ...value, method: 'eth_signTransaction' })
      const wallets = await walletsWith(app, [
        rule('eth_signTransaction', [within(limitId, most * 7)]),
      ])
      const bodyOf = (at: number, _wallet: TestWallet, units: number) =>
        send({ ...fees, nonce: at, to: alice, value: 7 * units })
      return { limitId, wallets, bodyOf }
    },
  },
  {
    what: 'a sum of a token, moved by transfers and permits alike',
    unit: 5,
    make: async (app, most) => {
      const amount = sum('token_transfer', 'amount')
      const limitId = await app.limit({ ...amount, conditions: [assetIs(usdc)] })
      const conditions = [assetIs(usdc), within(limitId, most * 5)]
      const wallets = await walletsWith(app, [
        rule('eth_signTransaction', conditions),
        rule('eth_signTypedData_v4', conditions),
      ])
      const bodyOf = (at: number, { address }: TestWallet, units: number) =>
        at % 3 === 0
          ? permit(address.toLowerCase(), { units: 5 * units, nonce: at })
          : send({ ...fees, nonce: at, to: usdc, data: transferData(alice, 5 * units) })
      return { limitId, wallets, bodyOf }
    },
  },
  {
    what: 'a sum of lamports',
    unit: 5,
    make: async (app, most) => {
      const native = { ...sum('token_transfer', 'amount'), conditions: [assetIs('native')] }
      const limitId = await app.limit({ ...native, method: 'signTransaction' })
      const rules = [rule('signTransaction', [within(limitId, most * 5)])]
      const wallets = await walletsWith(app, rules, 'solana')
      const to = wallets[0]?.address ?? ''
      const bodyOf = (at: number, { address }: TestWallet, units: number) =>
        solanaBody(address, [sol(address, to, BigInt(5 * units)), memo(at)])
      return { limitId, wallets, bodyOf }
    },
  },
  {
    what: 'a sum of a token of Solana',
    unit: 3,
    make: async (app, most) => {
      const token = { ...sum('token_transfer', 'amount'), conditions: [assetIs(mint)] }
      const limitId = await app.limit({ ...token, method: 'signTransaction' })
      const rules = [rule('signTransaction', [assetIs(mint), within(limitId, most * 3)])]
      const wallets = await walletsWith(app, rules, 'solana')
      const bodyOf = (at: number, { address }: TestWallet, units: number) => {
        const given = { source: tokenAccount, mint, to: tokenAccount, owner: address }
        return solanaBody(address, [spl({ ...given, units: BigInt(3 * units) }), memo(at)])
      }
      return { limitId, wallets, bodyOf }
    },
  },
  {
    what: 'a sum of satoshis',
    unit: 5_000,
    make: async (app, most) => {
      const amount = sum('bitcoin_output', 'amount')
      const limitId = await app.limit({ ...amount, method: 'bitcoin_signPsbt' })
      const chainType = 'bitcoin-segwit'
      const rules = [rule('bitcoin_signPsbt', [within(limitId, most * 5_000)])]
      const { policy } = await app.policy(rules, { chain_type: chainType })
      const fields = { chainType, policyIds: [policy.id] }
      const wallets = await Promise.all([1, 2, 3, 4].map(() => bitcoinWallet(app, fields)))
      const scripts = new Map(wallets.map(({ walletId, script }) => [walletId, script]))
      const bodyOf = (at: number, { walletId }: TestWallet, units: number) => {
        const paid = BigInt(5_000 * units)
        const input = { script: scripts.get(walletId) ?? '', amount: paid + 5_000n + BigInt(at) }
        const output = { script: `0014${'11'.repeat(20)}`, amount: paid }
        const params = { psbt: psbtOf([input], [output]), encoding: 'base64' }
        return { method: 'bitcoin_signPsbt', params }
      }
      return { limitId, wallets, bodyOf }
    },
  },
]

function solanaBody(address: string, steps: Parameters<typeof solanaTransaction>[1]) {
  const params = { transaction: solanaTransaction(address, steps), encoding: 'base64' }
  return { method: 'signTransaction', params }
}

/** A memo that makes a transaction one of its own. */
function memo(at: number) {
  const program = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
  return { program, accounts: [], data: [...Buffer.from(String(at))] }
}

/** A wallet with the script of its own outputs. */
async function bitcoinWallet(app: ServerWallets, fields: object) {
  const made = await app.pending(fields)
  const { wallet } = await app.confirm(made)
  const script = segwitKind.scriptOfText(wallet.publicKey ?? '') ?? new Uint8Array()
  return {
    ...{ ...made, address: wallet.address, ownerId: null },
    script: Buffer.from(script).toString('hex'),
  }
}
