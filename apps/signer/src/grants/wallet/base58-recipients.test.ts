import { addressOfScript } from '@sallyport/contract/requests'
import { segwitKind, sha256 } from '@sallyport/crypto/chains/bitcoin'
import { describe, expect, test } from 'vitest'
import { psbtOf } from '../../testing/chain-bytes.js'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { where } from '../../testing/policies.js'

/* Addresses of Bitcoin that are older than SegWit have two letter cases that count: a policy names them as they are written. */

const { world, wallets } = await openServerWallets()

const script = `76a914${'bd'.repeat(20)}88ac`
const blocked = addressOfScript({ sha256 }, script, 'mainnet') ?? ''

async function codeFor(rules: object[]) {
  const { policy } = await wallets.policy(rules, { chain_type: 'bitcoin-segwit' })
  const made = await wallets.pending({ chainType: 'bitcoin-segwit', policyIds: [policy.id] })
  const { wallet } = await wallets.confirm(made)
  const own = Buffer.from(segwitKind.scriptOfText(wallet.publicKey ?? '') ?? []).toString('hex')
  const psbt = psbtOf([{ script: own, amount: 10_000n }], [{ script, amount: 9_000n }])
  const body = { method: 'bitcoin_signPsbt', params: { psbt, encoding: 'base64' } }
  const input = wallets.signing({ ...made, address: wallet.address, ownerId: null }, [], body)
  return (await wallets.ask('signWithWallet', input)).error?.code
}

describe.each(['bitcoin_output.address', 'token_transfer.to'])('%s of an older form', (field) => {
  test('error: is refused by a DENY that names it', async () => {
    expect(blocked).toMatch(/^1/)
    const rules = [
      { name: 'no', method: '*', action: 'DENY', conditions: [where(field, 'eq', blocked)] },
      { name: 'yes', method: '*', action: 'ALLOW', conditions: [] },
    ]
    expect(await codeFor(rules)).toBe('policy_violation')
  })

  test('error: is refused by a DENY whose set has it', async () => {
    const body = { name: 'Blocked' }
    const { conditionSet } = await wallets.outputOf('createConditionSet', {
      appId: world.appId,
      body,
    })
    const path = `condition_sets/${conditionSet.id}/condition_set_items`
    const items = { method: 'POST', conditionSetId: conditionSet.id, body: [{ value: blocked }] }
    await wallets.outputOf('addConditionSetItems', wallets.governing(path, items))
    const conditions = [where(field, 'in_condition_set', conditionSet.id)]
    const rules = [
      { name: 'no', method: '*', action: 'DENY', conditions },
      { name: 'yes', method: '*', action: 'ALLOW', conditions: [] },
    ]
    expect(await codeFor(rules)).toBe('policy_violation')
  })

  test('is allowed by an ALLOW that names it', async () => {
    const conditions = [where(field, 'eq', blocked)]
    expect(
      await codeFor([{ name: 'yes', method: '*', action: 'ALLOW', conditions }]),
    ).toBeUndefined()
  })
})
