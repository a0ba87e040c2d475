import { solanaPrograms, toBase58 } from '@sallyport/contract/requests'
import { segwitKind } from '@sallyport/crypto/chains/bitcoin'
import { expect, test } from 'vitest'
import { newKey } from '../../testing/app-key.js'
import { feePrice, psbtOf, sol, solanaTransaction } from '../../testing/chain-bytes.js'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { mallory } from '../../testing/policies.js'

/* Code in the API makes the transaction of a transfer: beside what its owner has signed for, it costs what such a transfer costs. */

const { world, wallets } = await openServerWallets()

const owner = newKey()
const made = async (chainType: string) => {
  const pending = await wallets.pending({ chainType, owner: { publicKey: owner.spki } })
  const { wallet } = await wallets.confirm(pending)
  return { ...pending, address: wallet.address, publicKey: wallet.publicKey ?? '' }
}
const transferOf = (
  { walletId, apiShare }: { walletId: string; apiShare: string },
  body: object,
  carrier: object,
) => {
  const request = wallets.signed({ path: `wallets/${walletId}/transfer`, body }, [owner])
  return wallets.ask('signTransfer', {
    ...{ appId: world.appId, walletId, apiShare, request, decimals: 0 },
    ...carrier,
  })
}
const key = (at: number) => toBase58(new Uint8Array(32).fill(at))

test('error: a transfer of SOL makes no token accounts, whose rent their owner gets', async () => {
  const wallet = await made('solana')
  const to = key(200)
  const { system, token, tokenAccounts } = solanaPrograms
  const accounts = Array.from({ length: 11 }, (_, at) => ({
    program: tokenAccounts,
    accounts: [wallet.address, key(10 + at), to, key(100 + at), system, token],
    data: [],
  }))
  const steps = [sol(wallet.address, to, 1n), ...accounts]
  const params = { transaction: solanaTransaction(wallet.address, steps), encoding: 'base64' }
  expect(Buffer.from(params.transaction, 'base64').length).toBeLessThanOrEqual(1_232)
  const body = {
    ...{ source: { asset: 'sol', chain: 'solana:local' }, destination: { address: to } },
    amount: '0.000000001',
  }
  const rpc = { method: 'signAndSendTransaction', caip2: 'solana:local', params }

  // 11 rents of 2,039,280 lamports beside the one lamport that was signed for.
  expect((await transferOf(wallet, body, { rpc })).error?.code).toBe('invalid_request')
})

test('error: a transfer on Bitcoin does not leave all that its wallet has to the fee', async () => {
  const wallet = await made('bitcoin-segwit')
  const script = Buffer.from(segwitKind.scriptOfText(wallet.publicKey) ?? []).toString('hex')
  const to = await made('bitcoin-segwit')
  const toScript = Buffer.from(segwitKind.scriptOfText(to.publicKey) ?? []).toString('hex')
  const psbt = psbtOf([{ script, amount: 10n ** 10n }], [{ script: toScript, amount: 5_000n }])
  const rpc = {
    ...{ method: 'bitcoin_sendPsbt', caip2: 'bip122:local', params: { psbt, encoding: 'base64' } },
  }
  const body = {
    ...{ source: { asset: 'btc', chain: 'bip122:local' }, destination: { address: to.address } },
    amount: '0.00005',
  }

  expect((await transferOf(wallet, body, { rpc })).error?.code).toBe('invalid_request')
})

test('error: a transfer on Ethereum does not leave all that its wallet has to the fee', async () => {
  const wallet = await made('ethereum')
  const body = {
    ...{ source: { asset: 'eth', chain: 'ethereum' }, destination: { address: mallory } },
    amount: '0.000000000000000001',
  }
  const rpc = {
    ...{ method: 'eth_sendTransaction', caip2: 'eip155:1' },
    params: { transaction: { to: mallory, value: '0x1' } },
  }
  const price = String(10n ** 17n)
  const filled = [
    { nonce: '0', gas_limit: '21000', max_fee_per_gas: price, max_priority_fee_per_gas: price },
  ]

  expect((await transferOf(wallet, body, { rpc, filled })).error?.code).toBe('invalid_request')
})

test('error: a transfer on Solana does not leave all that its wallet has to the fee', async () => {
  const wallet = await made('solana')
  const steps = [feePrice(10n ** 18n), sol(wallet.address, key(200), 1n)]
  const params = { transaction: solanaTransaction(wallet.address, steps), encoding: 'base64' }
  const rpc = { method: 'signAndSendTransaction', caip2: 'solana:local', params }
  const body = {
    ...{ source: { asset: 'sol', chain: 'solana:local' }, destination: { address: key(200) } },
    amount: '0.000000001',
  }

  expect((await transferOf(wallet, body, { rpc })).error?.code).toBe('invalid_request')
})
