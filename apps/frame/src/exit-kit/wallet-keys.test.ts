import { readFileSync } from 'node:fs'
import { fromHex, readPrivateKey } from '@sallyport/crypto/chains/ethereum'
import { readPrivateKey as readSolanaKey, solana } from '@sallyport/crypto/chains/solana'
import { openExitFile } from '@sallyport/crypto/exit-file'
import { describe, expect, test } from 'vitest'
import { addressAt, chainsOf, phraseOf, privateKeyAt } from './wallet-keys.js'

const vector = JSON.parse(
  readFileSync(
    new URL('../../../../packages/crypto/vectors/exit-file.json', import.meta.url),
    'utf8',
  ),
)
/* The phrase and the key are those that Hardhat publishes for development. */
const phrase = 'test test test test test test test test test test test junk'

describe('keys of an exit file', () => {
  test('the documented file gives the addresses it lists, and its phrase', async () => {
    const { password, file } = vector
    const { secret, accounts } = await openExitFile(
      { webCrypto: crypto, password },
      JSON.stringify(file),
    )

    for (const { address, ...path } of accounts) expect(await addressAt(secret, path)).toBe(address)
    expect(phraseOf(secret)).toBe(phrase)
    expect(chainsOf(secret)).toHaveLength(4)
    expect(await privateKeyAt(secret, { chainType: 'ethereum', walletIndex: 0 })).toBe(
      '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
    )
  })

  test('an imported key has its own address and no phrase, chain or index beside it', async () => {
    const bytes = fromHex(`0x${'4c'.repeat(32)}`)
    const ethereumKey = { kind: 'ethereum-key', bytes } as const
    const solanaKey = { kind: 'solana-key', bytes } as const
    const first = { chainType: 'ethereum', walletIndex: 0 } as const

    expect(readPrivateKey(await privateKeyAt(ethereumKey, first))).toEqual(bytes)
    expect(phraseOf(ethereumKey)).toBeUndefined()
    expect(chainsOf(ethereumKey)).toEqual(['ethereum'])
    await expect(addressAt(ethereumKey, { ...first, walletIndex: 1 })).rejects.toThrow(RangeError)
    const text = await privateKeyAt(solanaKey, { chainType: 'solana', walletIndex: 0 })
    expect(solana.address(readSolanaKey(text)).address).toBe(
      await addressAt(solanaKey, { chainType: 'solana', walletIndex: 0 }),
    )
  })
})
