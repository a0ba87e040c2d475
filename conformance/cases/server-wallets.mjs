import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { parseTransaction, verifyMessage, verifyTypedData } from 'viem'
import { failure } from '../context.mjs'
import { typedData } from '../expected.mjs'

const recipient = `0x${'ab'.repeat(20)}`
const caip2 = 'eip155:31337'
const hour = 3_600_000
const allow = (method, conditions = []) => ({ name: method, method, conditions, action: 'ALLOW' })
const policyOf = (rules, owner) => ({
  ...{ version: '1.0', name: 'Conformance', chain_type: 'ethereum', rules },
  ...(owner && { owner }),
})

/** Wallets on the server, by both clients for back ends. */
export const cases = {
  'node makes, lists, changes and archives wallets': async (context) => {
    const { node, key, owner } = newOwner(context)
    const wallet = await node.wallets().create({ chain_type: 'ethereum', owner })
    assert.match(wallet.address, /^0x[0-9a-fA-F]{40}$/)
    assert.equal((await node.wallets().get(wallet.id)).address, wallet.address)
    const byAddress = await node.wallets().getWalletByAddress({ address: wallet.address })
    assert.equal(byAddress.id, wallet.id)
    const listed = []
    const query = { authorization_key: owner.public_key }
    for await (const each of node.wallets().list(query)) listed.push(each.id)
    assert.deepEqual(listed, [wallet.id])
    const change = { display_name: 'Till', authorization_context: key }
    assert.equal((await node.wallets().update(wallet.id, change)).display_name, 'Till')
    const batch = { wallets: [{ chain_type: 'solana' }, { chain_type: 'tron' }] }
    const { results } = await node.wallets().createBatch(batch)
    assert.deepEqual(
      results.map(({ success }) => success),
      [true, false],
    )
    assert.ok((await node.wallets().archive(wallet.id)).archived_at)
    assert.equal((await failure(() => node.wallets().get(wallet.id))).status, 404)
    const refused = await failure(() => node.wallets().create({ chain_type: 'near' }))
    assert.equal(refused.status, 400)
  },
  'node signs with wallets of each chain': async (context) => {
    const { node, key, owner } = newOwner(context)
    const { id, address } = await node.wallets().create({ chain_type: 'ethereum', owner })
    const ethereum = node.wallets().ethereum()
    const given = { authorization_context: key }
    const { signature } = await ethereum.signMessage(id, { message: 'hello', ...given })
    assert.ok(await verifyMessage({ address, message: 'hello', signature }))
    const { primaryType: primary_type, ...named } = typedData
    const typed = await ethereum.signTypedData(id, {
      params: { typed_data: { ...named, primary_type } },
      ...given,
    })
    assert.ok(await verifyTypedData({ ...typedData, address, signature: typed.signature }))
    const transaction = { to: recipient, value: 1, chain_id: 31337 }
    const signed = await ethereum.signTransaction(id, { params: { transaction }, ...given })
    assert.equal(parseTransaction(signed.signed_transaction).to, recipient)
    const authorization = await ethereum.sign7702Authorization(id, {
      params: { contract: recipient, chain_id: 31337 },
      ...given,
    })
    assert.equal(authorization.authorization.contract.toLowerCase(), recipient)
    const solana = await node.wallets().create({ chain_type: 'solana', owner })
    const message = Buffer.from('hello').toString('base64')
    const bySolana = await node
      .wallets()
      .solana()
      .signMessage(solana.id, { message, ...given })
    assert.equal(Buffer.from(bySolana.signature, 'base64').length, 64)
    await failure(() => ethereum.signMessage(id, { message: 'hello' }))
  },
  'node sends, and reads what became of it': async (context) => {
    const { node, key, owner } = newOwner(context)
    const { id, address } = await node.wallets().create({ chain_type: 'ethereum', owner })
    await context.fund('ethereum', address)
    const given = { caip2, authorization_context: key }
    const params = { transaction: { to: recipient, value: '0x1' } }
    const idempotency_key = `pay-${id}`
    const send = () =>
      node
        .wallets()
        .ethereum()
        .sendTransaction(id, { params, idempotency_key, ...given })
    const sent = await send()
    assert.match(sent.hash, /^0x[0-9a-f]{64}$/)
    assert.equal((await send()).hash, sent.hash)
    const found = await node.transactions().get(sent.transaction_id)
    assert.equal(found.transaction_hash, sent.hash)
    const calls = { params: { calls: [{ to: recipient, value: '0x1' }] }, ...given }
    assert.ok((await node.wallets().ethereum().sendCalls(id, calls)).transaction_id)
    const balance = await node.wallets().balance.get(id, { asset: 'eth', chain: caip2 })
    assert.equal(balance.balances[0].asset, 'eth')
    const transfer = await node.wallets().transfer(id, {
      source: { asset: 'eth', chain: caip2 },
      destination: { address: recipient },
      amount: '0.001',
      authorization_context: key,
    })
    assert.equal(transfer.type, 'transfer')
    const action = await node.wallets().actions.get(transfer.id, { wallet_id: id })
    assert.equal(action.id, transfer.id)
    const history = await node.wallets().transactions.get(id, { asset: 'eth', chain: caip2 })
    assert.equal(history.transactions[0].privy_transaction_id, transfer.id)
    const older = `/api/v1/wallets/${id}`
    await context.admin('GET', `${older}/balance?asset=eth&chain=${caip2}`)
    await context.admin('GET', `${older}/transactions?asset=eth&chain=${caip2}`)
    const hash = `0x${'12'.repeat(32)}`
    for (const [call, body] of [
      ['raw_sign', { params: { hash } }],
      ['export', { encryption_type: 'HPKE', recipient_public_key: owner.public_key }],
    ])
      await failure(() => context.admin('POST', `${older}/${call}`, body))
  },
  'node has quorums and policies': async (context) => {
    const { node, key, owner } = newOwner(context)
    const quorum = await node.keyQuorums().create({ public_keys: [owner.public_key] })
    assert.equal((await node.keyQuorums().get(quorum.id)).id, quorum.id)
    const given = { authorization_context: key }
    const renamed = { display_name: 'Night', ...given }
    assert.equal((await node.keyQuorums().update(quorum.id, renamed)).display_name, 'Night')
    const policies = node.policies()
    const policy = await policies.create(policyOf([allow('personal_sign')], owner))
    const policy_id = policy.id
    assert.equal((await policies.get(policy_id)).rules.length, 1)
    assert.equal((await policies.update(policy_id, { name: 'New', ...given })).name, 'New')
    const rule = await policies.createRule(policy_id, { ...allow('eth_signTransaction'), ...given })
    assert.equal((await policies.getRule(rule.id, { policy_id })).id, rule.id)
    const changed = { ...allow('eth_signTransaction'), name: 'Again', policy_id, ...given }
    assert.equal((await policies.updateRule(rule.id, changed)).name, 'Again')
    await policies.deleteRule(rule.id, { policy_id, ...given })
    const wallet = await node.wallets().create({ chain_type: 'ethereum', policy_ids: [policy_id] })
    const ethereum = node.wallets().ethereum()
    assert.ok((await ethereum.signMessage(wallet.id, { message: 'hello' })).signature)
    const transaction = { to: recipient, value: 1, chain_id: 31337 }
    const refused = await failure(() =>
      ethereum.signTransaction(wallet.id, { params: { transaction } }),
    )
    assert.match(refused.message, /policy_violation/)
    await node.wallets().archive(wallet.id)
    await policies.delete(policy_id, given).catch(() => undefined)
    await node.keyQuorums().delete(quorum.id, given)
  },
  'node imports and exports a key': async (context) => {
    const { node, key, owner } = newOwner(context)
    const { generatePrivateKey, privateKeyToAccount } = await import('viem/accounts')
    const privateKey = generatePrivateKey()
    const { address } = privateKeyToAccount(privateKey)
    const rules = [allow('exportPrivateKey')]
    const policy = await node.policies().create(policyOf(rules))
    const wallet = await node.wallets().import({
      wallet: {
        ...{ address, chain_type: 'ethereum', entropy_type: 'private-key' },
        private_key: privateKey,
      },
      owner,
      policy_ids: [policy.id],
    })
    assert.equal(wallet.address, address)
    const exported = await node
      .wallets()
      .exportPrivateKey(wallet.id, { authorization_context: key })
    assert.equal(exported.private_key, privateKey)
  },
  'node proposes what waits for signatures': async (context) => {
    const { node, key, owner } = newOwner(context)
    const { id } = await node.wallets().create({ chain_type: 'ethereum', owner })
    const request_expiry = Date.now() + hour
    const body = {
      ...{ method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } },
      request_expiry,
    }
    const intent = await node.intents().rpc(id, body)
    assert.equal(intent.status, 'pending')
    assert.equal((await node.intents().get(intent.intent_id)).intent_id, intent.intent_id)
    const listed = []
    for await (const each of node.intents().list({ resource_id: id })) listed.push(each.intent_id)
    assert.deepEqual(listed, [intent.intent_id])
    const { signature } = await signIntent(intent, { key, context })
    const path = `/v1/intents/${intent.intent_id}/authorize`
    const done = await context.admin('POST', path, { signature, timestamp: Date.now() })
    assert.equal(done.status, 'executed')
    const other = await node.intents().updateWallet(id, { display_name: 'New', request_expiry })
    assert.equal((await node.intents().reject(other.intent_id)).status, 'rejected')
  },
  'server-auth makes, lists, changes and uses wallets and policies': async (context) => {
    const { privateKey, publicKey } = newKey()
    const { walletApi } = context.backEnd(privateKey)
    const wallet = await walletApi.createWallet({
      chainType: 'ethereum',
      owner: { publicKey },
    })
    assert.equal((await walletApi.getWallet({ id: wallet.id })).address, wallet.address)
    const { data } = await walletApi.getWallets({ chainType: 'ethereum', limit: 5 })
    assert.ok(data.some(({ id }) => id === wallet.id))
    const named = { walletId: wallet.id, message: 'hello' }
    const { signature } = await walletApi.ethereum.signMessage(named)
    assert.ok(await verifyMessage({ address: wallet.address, message: 'hello', signature }))
    const typed = await walletApi.ethereum.signTypedData({ walletId: wallet.id, typedData })
    assert.ok(
      await verifyTypedData({ ...typedData, address: wallet.address, signature: typed.signature }),
    )
    const solana = await walletApi.createWallet({ chainType: 'solana', owner: { publicKey } })
    const bySolana = await walletApi.solana.signMessage({ walletId: solana.id, message: 'hello' })
    assert.equal(bySolana.signature.length, 64)
    const policy = await walletApi.createPolicy({
      ...{ version: '1.0', name: 'Conformance', chainType: 'ethereum' },
      owner: { publicKey },
      rules: [allow('personal_sign')],
    })
    const condition = {
      ...{ fieldSource: 'ethereum_transaction', field: 'to', operator: 'eq', value: recipient },
    }
    const rule = await walletApi.addRuleToPolicy({
      policyId: policy.id,
      ...allow('eth_signTransaction', [condition]),
    })
    assert.ok(rule.id)
    const changed = { id: policy.id, name: 'New' }
    assert.equal((await walletApi.updatePolicy(changed)).name, 'New')
    const updated = await walletApi.updateWallet({ id: wallet.id, policyIds: [policy.id] })
    assert.deepEqual(updated.policyIds, [policy.id])
    assert.ok((await walletApi.ethereum.signMessage(named)).signature)
  },
}

const newKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const base64 = (key, type) => key.export({ format: 'der', type }).toString('base64')
  return { publicKey: base64(publicKey, 'spki'), privateKey: base64(privateKey, 'pkcs8') }
}

/** The newest client, with a key that owns what it makes. */
function newOwner(context) {
  const { privateKey, publicKey } = newKey()
  return {
    node: context.newestBackEnd(),
    key: { authorization_private_keys: [privateKey] },
    owner: { public_key: publicKey },
  }
}

/** Signs the request of an intent by the client's own signer. */
async function signIntent(intent, { key, context }) {
  const { generateAuthorizationSignature } = await import('@privy-io/node')
  const { method, url, body } = intent.request_details
  const signature = await generateAuthorizationSignature({
    authorizationPrivateKey: key.authorization_private_keys[0],
    input: {
      ...{ version: 1, method, url, body },
      headers: {
        'privy-app-id': context.dev.appId,
        'privy-request-expiry': String(intent.expires_at),
      },
    },
  })
  return { signature }
}
