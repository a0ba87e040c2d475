import { describe, expect, test } from 'vitest'
import { combineSecret, combineShares, type SecretKind, splitSecret } from './shares.js'

const scope = { appId: 'app', userId: 'ada', walletId: 'wallet', generationId: 'generation' }
const bytes = Uint8Array.from({ length: 32 }, (_, i) => i + 1)

describe('kinds of secrets', () => {
  test.each([
    ['hd-root', 16],
    ['hd-root', 20],
    ['hd-root', 24],
    ['hd-root', 28],
    ['hd-root', 32],
    ['ethereum-key', 32],
    ['solana-key', 32],
  ] as const)('%s of %i bytes comes back as what it is', async (kind, length) => {
    const secret = { kind, bytes: bytes.slice(0, length) }
    const { device, auth, recovery } = await splitSecret(secret, scope)

    expect(await combineSecret(device, auth, scope)).toEqual(secret)
    expect(await combineSecret(auth, recovery, scope)).toEqual(secret)
    expect(await combineSecret(device, recovery, scope)).toEqual(secret)
  })

  test('error: an imported key has 32 bytes', async () => {
    for (const kind of ['ethereum-key', 'solana-key'] as const) {
      const short = splitSecret({ kind, bytes: bytes.slice(0, 16) }, scope)
      await expect(short).rejects.toThrow(RangeError)
    }
  })

  test('error: an imported key is not taken for entropy', async () => {
    const { device, auth } = await splitSecret({ kind: 'ethereum-key', bytes }, scope)

    await expect(combineShares(device, auth, scope)).rejects.toMatchObject({ code: 'bad_tag' })
  })

  test('error: CUS-02: a share whose kind was changed restores nothing', async () => {
    const kinds = { 'hd-root': 1, 'ethereum-key': 2, 'solana-key': 3 }
    for (const kind of Object.keys(kinds) as SecretKind[]) {
      for (const other of Object.keys(kinds) as SecretKind[]) {
        if (other === kind) continue
        // Shamir's scheme is linear: adding the same to both shares' first bytes adds it to the secret's.
        const change = kinds[kind] ^ kinds[other]
        const { device, auth } = await splitSecret({ kind, bytes }, scope)
        const altered = [device, auth].map((share) => changeKind(share, change))
        const [left, right] = await Promise.all(altered)
        if (!left || !right) throw new Error('two shares were altered')
        await expect(combineSecret(left, right, scope)).rejects.toMatchObject({ code: 'bad_tag' })
      }
    }
  })
})

/** The share with another first byte of y, and a right checksum. */
async function changeKind(share: Uint8Array, change: number): Promise<Uint8Array> {
  const header = 3 + Object.values(scope).reduce((sum, text) => sum + 1 + text.length, 0)
  const body = share.slice(0, -4)
  body[header] = (body[header] ?? 0) ^ change
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', body)).slice(0, 4)
  return Uint8Array.from([...body, ...sum])
}
