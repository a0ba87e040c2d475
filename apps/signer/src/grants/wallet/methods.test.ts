import { sha256 } from '@noble/hashes/sha2.js'
import { messageOfTransaction } from '@sallyport/contract/requests'
import { accountCallData, accountContract, accountEntryPoint } from '@sallyport/contract/wallet-api'
import { loadChain } from '@sallyport/crypto'
import { segwitKind, taprootKind, verifyMessage } from '@sallyport/crypto/chains/bitcoin'
import { hashMessage, recoverAddress } from '@sallyport/crypto/chains/ethereum'
import {
  Authorization,
  Secp256k1,
  Signature,
  TxEnvelopeEip1559,
  TxEnvelopeEip2930,
  TxEnvelopeEip7702,
  TxEnvelopeLegacy,
  TypedData,
} from 'ox'
import { UserOperation } from 'ox/erc4337'
import { describe, expect, test } from 'vitest'
import { fromBase58, psbtOf, sol, solanaTransaction } from '../../testing/chain-bytes.js'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice } from '../../testing/policies.js'
import type { ServerWallets } from '../../testing/server-wallets.js'

/* Every method of server wallets, its signatures read by another implementation where there is one. */

const { world, wallets } = await openServerWallets()

type Wallet = Awaited<ReturnType<ServerWallets['create']>>
type Hex = `0x${string}`

const fees = {
  nonce: '7',
  gas_limit: '21000',
  max_fee_per_gas: '10',
  max_priority_fee_per_gas: '1',
}

/** What is filled into a send that a paymaster pays for. */
const sponsored = {
  ...fees,
  gas_limit: undefined,
  operation_nonce: String(5n << 64n),
  call_gas_limit: '50000',
  verification_gas_limit: '60000',
  pre_verification_gas: '21000',
  paymaster: `0x${'0a'.repeat(20)}`,
  paymaster_data: '0x1234',
  paymaster_verification_gas_limit: '7',
  paymaster_post_op_gas_limit: '8',
}

async function dataOf(wallet: Wallet, body: object, filled: object[] = []) {
  const input = { ...wallets.signing(wallet, [], body), ...(filled.length > 0 && { filled }) }
  return (await wallets.outputOf('signWithWallet', input)).data as Record<string, string>
}
async function codeOf(wallet: Wallet, body: object, filled: object[] = []) {
  const input = { ...wallets.signing(wallet, [], body), ...(filled.length > 0 && { filled }) }
  return wallets.codeOf('signWithWallet', input)
}

/** A signed transaction as `ox` reads it. */
function envelopeOf(serialized: string) {
  if (serialized.startsWith('0x02'))
    return TxEnvelopeEip1559.deserialize(serialized as `0x02${string}`)
  if (serialized.startsWith('0x01'))
    return TxEnvelopeEip2930.deserialize(serialized as `0x01${string}`)
  return TxEnvelopeLegacy.deserialize(serialized as Hex)
}

describe('a wallet on Ethereum', () => {
  const transaction = { to: alice, value: 5, chain_id: 1 }

  test.each([
    ['type 0', { ...transaction, type: 0 }, { ...fees, gas_price: '9' }, 'legacy'],
    ['type 1', { ...transaction, type: 1 }, { ...fees, gas_price: '9' }, 'eip2930'],
    ['type 2', { ...transaction, type: 2 }, fees, 'eip1559'],
    ['no type', transaction, fees, 'eip1559'],
  ])('signs a transaction of %s with what was filled in', async (_, given, filled, type) => {
    const wallet = await wallets.create()
    const body = { method: 'eth_signTransaction', params: { transaction: given } }
    const { signed_transaction: signed = '', encoding } = await dataOf(wallet, body, [filled])

    expect(encoding).toBe('rlp')
    expect(envelopeOf(signed)).toMatchObject({ type, nonce: 7n, value: 5n, to: alice })
  })

  test('signs a transaction of type 4 with an authorization that it has signed itself', async () => {
    const wallet = await wallets.create()
    const asked = { contract: alice, chain_id: 1, executor: 'self' }
    const data = await dataOf(wallet, { method: 'eth_sign7702Authorization', params: asked }, [
      { nonce: '8' },
    ])
    const { authorization } = data as unknown as {
      authorization: { r: Hex; s: Hex; y_parity: number; nonce: number }
    }
    const { r, s, y_parity: yParity } = authorization
    const payload = Authorization.getSignPayload({ address: alice as Hex, chainId: 1, nonce: 8n })
    const signature = Signature.toHex({ r: BigInt(r), s: BigInt(s), yParity })
    expect(recoverAddress(Buffer.from(payload.slice(2), 'hex'), signature)).toBe(wallet.address)

    const whole = { ...transaction, type: 4, authorization_list: [authorization] }
    const body = { method: 'eth_signTransaction', params: { transaction: whole } }
    expect((await dataOf(wallet, body, [fees])).signed_transaction).toMatch(/^0x04/)
  })

  test('signs for the network that caip2 names; error: for two', async () => {
    const wallet = await wallets.create()
    const asked = (caip2: string, chainId?: number) => ({
      method: 'eth_sendTransaction',
      caip2,
      params: { transaction: { to: alice, ...(chainId !== undefined && { chain_id: chainId }) } },
    })
    const { signed_transaction: signed = '' } = await dataOf(wallet, asked('eip155:8453'), [fees])

    expect(envelopeOf(signed).chainId).toBe(8453)
    expect(await codeOf(wallet, asked('eip155:1', 10), [fees])).toBe('invalid_request')
    expect(await codeOf(wallet, asked('eip155:1'))).toBe('invalid_request')
  })

  test('makes several calls by one transaction, in which it authorizes the account contract', async () => {
    const wallet = await wallets.create()
    const calls = [
      { to: alice, value: '0x1' },
      { to: alice, data: '0x1234' },
    ]
    const body = { method: 'wallet_sendCalls', caip2: 'eip155:1', params: { calls } }
    const { signed_transaction: signed = '' } = await dataOf(wallet, body, [fees])

    const sent = TxEnvelopeEip7702.deserialize(signed as `0x04${string}`)
    const address = wallet.address.toLowerCase()
    expect(sent).toMatchObject({ chainId: 1, nonce: 7n, to: address, gas: 21_000n })
    expect(sent.data).toBe(
      accountCallData([
        { to: alice, value: 1n },
        { to: alice, data: '0x1234' },
      ]),
    )
    const [authorization] = sent.authorizationList
    if (!authorization) throw new Error('No authorization')
    expect(authorization).toMatchObject({ address: accountContract, chainId: 1, nonce: 8n })
    const payload = Authorization.getSignPayload(authorization)
    expect(Secp256k1.recoverAddress({ payload, signature: authorization })).toBe(address)
  })

  test('a sponsored send is an operation of what was asked; error: without a paymaster', async () => {
    const wallet = await wallets.create()
    const transaction = { to: alice, value: '0x5' }
    const body = {
      ...{ method: 'eth_sendTransaction', caip2: 'eip155:1', params: { transaction } },
      sponsor: true,
    }
    const data = (await dataOf(wallet, body, [sponsored])) as unknown as {
      signed_operation: Record<string, Hex>
      operation_hash: Hex
    }
    const operation = data.signed_operation
    const address = wallet.address.toLowerCase()
    expect(operation).toMatchObject({
      ...{ sender: address, callData: accountCallData([{ to: alice, value: 5n }]) },
      eip7702Auth: { address: accountContract, nonce: '0x7', chainId: '0x1' },
    })
    const { eip7702Auth: _, signature = '0x', ...fields } = operation
    const numbers = Object.fromEntries(
      Object.entries(fields).map(([name, value]) =>
        /sender|callData|paymaster$|paymasterData/.test(name)
          ? [name, value]
          : [name, BigInt(value)],
      ),
    )
    const hash = UserOperation.hash(numbers as never, {
      ...{ chainId: 1, entryPointAddress: accountEntryPoint, entryPointVersion: '0.8' },
    })
    expect(data.operation_hash).toBe(hash)
    expect(recoverAddress(Buffer.from(hash.slice(2), 'hex'), signature)).toBe(wallet.address)
    const { paymaster: __, ...alone } = sponsored
    expect(await codeOf(wallet, body, [alone])).toBe('invalid_request')
    const numbered = { ...body, params: { transaction: { ...transaction, nonce: 1 } } }
    expect(await codeOf(wallet, numbered, [sponsored])).toBe('invalid_request')
  })

  test('signs text, hex with and without 0x, and typed data with hex numbers', async () => {
    const wallet = await wallets.create()
    for (const [message, encoding, text] of [
      ['0xab', 'utf-8', '0xab'],
      ['0x6869', 'hex', 'hi'],
      ['6869', 'hex', 'hi'],
    ] as const) {
      const body = { method: 'personal_sign', params: { message, encoding } }
      const { signature = '' } = await dataOf(wallet, body)
      expect(recoverAddress(hashMessage(text), signature as Hex)).toBe(wallet.address)
    }
    const typed = {
      types: { Note: [{ name: 'amount', type: 'uint256' }] },
      domain: { name: 'Test', chainId: '0x2105' },
      message: { amount: '0xff' },
    }
    const params = { typed_data: { ...typed, primary_type: 'Note' } }
    const { signature = '' } = await dataOf(wallet, { method: 'eth_signTypedData_v4', params })
    const payload = TypedData.getSignPayload({
      types: typed.types,
      domain: { name: 'Test', chainId: 8453 },
      primaryType: 'Note',
      message: { amount: 255n },
    })
    expect(recoverAddress(Buffer.from(payload.slice(2), 'hex'), signature as Hex)).toBe(
      wallet.address,
    )
  })

  test('signs operations of both entry points; error: of an unknown one', async () => {
    const wallet = await wallets.create()
    const operation = {
      ...{ sender: alice, nonce: '0x1', call_data: '0x', call_gas_limit: '0x1' },
      ...{ verification_gas_limit: '0x1', pre_verification_gas: '0x1' },
      ...{ max_fee_per_gas: '0x1', max_priority_fee_per_gas: '0x1' },
    }
    const asked = (contract: string) => ({
      method: 'eth_signUserOperation',
      params: { contract, chain_id: 1, user_operation: operation },
    })
    for (const contract of [
      '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
      '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
    ])
      expect((await dataOf(wallet, asked(contract))).signature).toMatch(/^0x[0-9a-f]{130}$/)
    expect(await codeOf(wallet, asked(alice))).toBe('invalid_request')
  })

  test('error: methods of other chains and products, another wallet in the body', async () => {
    const [wallet, other] = [await wallets.create(), await wallets.create()]
    const message = { method: 'personal_sign', params: { message: 'hi', encoding: 'utf-8' } }

    expect(await codeOf(wallet, { method: 'tron_signTransaction', params: {} })).toBe(
      'invalid_request',
    )
    expect(
      await codeOf(wallet, {
        method: 'signMessage',
        params: { message: 'aGk=', encoding: 'base64' },
      }),
    ).toBe('policy_violation')
    for (const named of [
      { wallet_id: other.walletId },
      { address: other.address },
      { chain_type: 'solana' },
    ])
      expect(await codeOf(wallet, { ...message, ...named })).toBe('invalid_request')
    const own = { wallet_id: wallet.walletId, address: wallet.address.toLowerCase() }
    expect(await codeOf(wallet, { ...message, ...own, chain_type: 'ethereum' })).toBeUndefined()
  })
})

describe('a wallet on Solana', () => {
  test('signs in its place and leaves other signatures as they are', async () => {
    const wallet = await wallets.create({ chainType: 'solana' })
    const payer = (await wallets.create({ chainType: 'solana' })).address
    const steps = [sol(wallet.address, payer, 5n)]
    const bytes = Buffer.from(solanaTransaction(payer, steps, { signers: 2 }), 'base64')
    bytes.fill(9, 1, 65)
    const params = { transaction: bytes.toString('base64'), encoding: 'base64' }
    const { signed_transaction: base64 = '' } = await dataOf(wallet, {
      method: 'signTransaction',
      params,
    })
    const signed = Buffer.from(base64, 'base64')

    expect([...signed.subarray(1, 65)]).toEqual(Array(64).fill(9))
    const { verify } = await import('@sallyport/crypto/chains/solana')
    const message = messageOfTransaction(signed)
    expect(verify({ address: wallet.address, message, signature: signed.subarray(65, 129) })).toBe(
      true,
    )
  })

  test('error: a transaction that it does not sign, and one without room', async () => {
    const wallet = await wallets.create({ chainType: 'solana' })
    const payer = (await wallets.create({ chainType: 'solana' })).address
    const foreign = solanaTransaction(payer, [sol(payer, wallet.address, 5n)])
    const own = Buffer.from(
      solanaTransaction(wallet.address, [sol(wallet.address, payer, 5n)]),
      'base64',
    )
    const cut = Buffer.concat([Buffer.of(0), own.subarray(65)]).toString('base64')

    for (const transaction of [foreign, cut])
      expect(
        await codeOf(wallet, {
          method: 'signTransaction',
          params: { transaction, encoding: 'base64' },
        }),
      ).toBe('invalid_request')
  })
})

describe.each([
  ['bitcoin-segwit', segwitKind],
  ['bitcoin-taproot', taprootKind],
])('a wallet of %s', (chainType, kind) => {
  const made = async () => {
    const pending = await wallets.pending({ chainType })
    const { wallet } = await wallets.confirm(pending)
    return {
      ...{ ...pending, address: wallet.address, ownerId: null },
      publicKey: wallet.publicKey ?? '',
    }
  }

  test('signs messages (BIP-322) and PSBTs', async () => {
    const wallet = await made()
    const params = { message: 'hi', encoding: 'utf-8' }
    const { signature = '' } = await dataOf(wallet, { method: 'bitcoin_signMessage', params })
    const proof = {
      publicKeyText: wallet.publicKey,
      message: new TextEncoder().encode('hi'),
      signature: Buffer.from(signature, 'base64'),
    }
    expect(verifyMessage(kind, proof)).toBe(true)

    const script = Buffer.from(kind.scriptOfText(wallet.publicKey) ?? []).toString('hex')
    const psbt = psbtOf(
      [{ script, amount: 10_000n }],
      [{ script: `0014${'11'.repeat(20)}`, amount: 9_000n }],
    )
    const signed = await dataOf(wallet, {
      method: 'bitcoin_signPsbt',
      params: { psbt, encoding: 'base64' },
    })
    expect(signed.signed_transaction).toMatch(/^[0-9a-f]+$/)
  })

  test('signs digests where a policy allows raw signatures: 64 bytes', async () => {
    const rules = [{ name: 'raw', method: 'raw_sign', action: 'ALLOW', conditions: [] }]
    const { policy } = await wallets.policy(rules, { chain_type: chainType })
    const wallet = await wallets.create({ chainType, policyIds: [policy.id] })
    const raw = (params: object) => ({
      ...{ appId: world.appId, walletId: wallet.walletId, apiShare: wallet.apiShare },
      request: wallets.signed(
        { path: `wallets/${wallet.walletId}/raw_sign`, body: { params } },
        [],
      ),
    })
    const hash = `0x${Buffer.from(sha256(Buffer.from('hi'))).toString('hex')}`
    const hashed = { bytes: 'hi', encoding: 'utf-8', hash_function: 'sha256' }
    const signatureOf = async (params: object) =>
      (await wallets.outputOf('signWithWallet', raw(params))).data.signature

    expect(await signatureOf({ hash })).toMatch(/^0x[0-9a-f]{128}$/)
    // Schnorr signatures take randomness.
    if (chainType === 'bitcoin-segwit')
      expect(await signatureOf(hashed)).toBe(await signatureOf({ hash }))
  })
})

test('a raw signature on Solana is one of Ed25519', async () => {
  const rules = [{ name: 'raw', method: 'raw_sign', action: 'ALLOW', conditions: [] }]
  const { policy } = await wallets.policy(rules, { chain_type: 'solana' })
  const wallet = await wallets.create({ chainType: 'solana', policyIds: [policy.id] })
  const hash = `0x${'11'.repeat(32)}`
  const { data } = await wallets.outputOf('signWithWallet', {
    ...{ appId: world.appId, walletId: wallet.walletId, apiShare: wallet.apiShare },
    request: wallets.signed(
      { path: `wallets/${wallet.walletId}/raw_sign`, body: { params: { hash } } },
      [],
    ),
  })

  const { verify } = await import('@sallyport/crypto/chains/solana')
  const signature = Buffer.from(data.signature.slice(2), 'hex')
  const message = new Uint8Array(32).fill(0x11)
  expect(verify({ address: wallet.address, message, signature })).toBe(true)
  expect(fromBase58(wallet.address)).toHaveLength(32)
  expect(await loadChain.solana()).toBeDefined()
})
