import { serializeTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { recoverAuthorizationAddress, hashAuthorization as viemHash } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '../hex.js'
import { hashAuthorization, signAuthorization } from './authorization.js'
import { type EthereumTransaction, signTransaction } from './transaction.js'

// The first account of anvil's published test mnemonic.
const hexKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const key = fromHex(hexKey)
const account = privateKeyToAccount(hexKey)
const contract = '0xbe95c3f554e9fc85ec51be69a3d807a0d55bcf2c'

describe('signAuthorization', () => {
  test.each<[bigint, bigint]>([
    [1n, 0n],
    [1n, 1n],
    [31_337n, 69n],
    [2n ** 40n, 2n ** 32n],
  ])('chain %s, nonce %s: the same hash and signature as viem', async (chainId, nonce) => {
    const given = { address: contract, chainId: Number(chainId), nonce: Number(nonce) } as const
    const signed = await account.signAuthorization(given)
    const signature = signAuthorization(key, { contract, chainId, nonce })

    expect(toHex(hashAuthorization({ contract, chainId, nonce }))).toBe(viemHash(given))
    expect(signature).toBe(`${signed.r}${signed.s.slice(2)}${signed.yParity === 0 ? '1b' : '1c'}`)
    expect(await recoverAuthorizationAddress({ authorization: given, signature })).toBe(
      account.address,
    )
  })

  test.each<[string, Parameters<typeof hashAuthorization>[0]]>([
    ['chain 0, which is every chain', { contract, chainId: 0n, nonce: 0n }],
    ['a chain of more than 64 bits', { contract, chainId: 2n ** 64n, nonce: 0n }],
    ['the largest nonce', { contract, chainId: 1n, nonce: 2n ** 64n - 1n }],
    ['a short address', { contract: '0x1234', chainId: 1n, nonce: 0n }],
  ])('error: refuses %s', (_, authorization) => {
    expect(() => signAuthorization(key, authorization)).toThrow(
      expect.objectContaining({ name: 'TransactionError' }),
    )
  })
})

describe('signTransaction of type 4', () => {
  const authorize = () => account.signAuthorization({ address: contract, chainId: 1, nonce: 8 })
  const fields = {
    chainId: 1n,
    nonce: 7n,
    gasLimit: 100_000n,
    valueWei: 5n,
    data: '0x1234',
  } as const
  const prices = { maxFeePerGas: 20n, maxPriorityFeePerGas: 2n }

  test('is what viem writes', async () => {
    const authorization = await authorize()
    const { r, s, yParity = 0 } = authorization
    const expected = await account.signTransaction(
      {
        ...{ type: 'eip7702', chainId: 1, nonce: 7, gas: 100_000n, value: 5n, data: '0x1234' },
        ...{ ...prices, to: contract, authorizationList: [authorization] },
      },
      { serializer: serializeTransaction },
    )
    const transaction: EthereumTransaction = {
      ...{ ...fields, ...prices, type: 4, to: contract, accessList: [] },
      authorizations: [
        {
          ...{ chainId: 1n, contract, nonce: 8n, r: BigInt(r), s: BigInt(s) },
          // What viem gives for a signature.
          yParity: yParity as 0 | 1,
        },
      ],
    }

    expect(signTransaction(key, transaction)).toBe(expected)
  })

  const authorized = { chainId: 1n, contract, nonce: 8n, yParity: 0, r: 1n, s: 1n } as const
  test.each<[string, Partial<EthereumTransaction>]>([
    ['no authorization', { authorizations: [] }],
    ['no recipient', { to: null }],
    ['a contract of another length', { authorizations: [{ ...authorized, contract: '0x12' }] }],
    ['an r beyond 256 bits', { authorizations: [{ ...authorized, r: 2n ** 256n }] }],
  ])('error: refuses %s', (_, changed) => {
    const transaction = {
      ...{ ...fields, ...prices, type: 4, to: contract, accessList: [] },
      ...{ authorizations: [authorized], ...changed },
    } as EthereumTransaction // the changed fields are those of type 4

    expect(() => signTransaction(key, transaction)).toThrow(
      expect.objectContaining({ name: 'TransactionError' }),
    )
  })
})
