import { combineDelegatedKey, fromBase64url, loadChain, toBase64url } from '@sallyport/crypto'
import { hashMessage, recoverAddress } from '@sallyport/crypto/chains/ethereum'
import { describe, expect, test } from 'vitest'
import { newKey } from '../../testing/app-key.js'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { createServerWallets } from '../../testing/server-wallets.js'

const { world, wallets } = await openServerWallets()

const minute = 60_000
const utf8 = (text: string) => new TextEncoder().encode(text)

describe('creating a server wallet', () => {
  test.each(['ethereum', 'solana', 'bitcoin-segwit', 'bitcoin-taproot'])(
    'answers the address of %s once both halves were read back, and again',
    async (chainType) => {
      const made = await wallets.pending({ chainType })

      const first = await wallets.confirm(made)

      expect(first.wallet).toMatchObject({ id: made.walletId, chainType, ownerId: null })
      expect(await wallets.confirm(made)).toEqual(first)
      expect(first.wallet.id).toMatch(/^[a-z][a-z0-9]{23}$/)
    },
  )

  test('error: the half of another wallet confirms nothing, and a wallet that is not confirmed signs nothing', async () => {
    const [one, two] = [await wallets.pending(), await wallets.pending()]
    const crossed = { appId: world.appId, walletId: one.walletId, apiShare: two.apiShare }

    expect(await wallets.codeOf('confirmWallet', crossed)).toBe('invalid_request')
    const unconfirmed = { ...one, address: '', ownerId: null }
    expect(await wallets.codeOf('signWithWallet', wallets.signing(unconfirmed, []))).toBe(
      'not_found',
    )
  })

  test('error: a wallet that was not confirmed in ten minutes is gone', async () => {
    const late = await wallets.pending()
    world.clock.ms += 10 * minute

    expect(await wallets.codeOf('confirmWallet', { appId: world.appId, ...late })).toBe('not_found')
    await wallets.pending()
    const text = 'select from sallyport_delegate.wallet where wallet_id = $1'
    expect((await world.admin.query(text, [late.walletId])).rows).toEqual([])
  })

  test('error: another app has neither the wallet nor the quorum', async () => {
    const { walletId, apiShare } = await wallets.create()
    const { id } = await wallets.quorum({ public_keys: [newKey().spki] })
    const other = await createServerWallets({ socketPath: world.config.socketPath, appId: 'other' })

    expect(await other.codeOf('confirmWallet', { appId: 'other', walletId, apiShare })).toBe(
      'not_found',
    )
    const wallet = { chainType: 'ethereum', owner: { quorumId: id }, signers: [], policyIds: [] }
    const input = { appId: 'other', wallet, sealTo: toBase64url(other.api.publicKey) }
    expect(await other.codeOf('createWallet', input)).toBe('not_found')
  })

  test('each half alone opens nothing: a half with itself is not a pair, and its rows hold neither secret nor half in clear', async () => {
    const { walletId, apiShare } = await wallets.create()
    const half = fromBase64url(apiShare)

    await expect(combineDelegatedKey({ signer: half, app: half }, 'any')).rejects.toThrow()
    const { rows } = await world.admin.query(
      'select record from sallyport_delegate.wallet where wallet_id = $1',
      [walletId],
    )
    const text = Buffer.from(rows[0].record).toString('latin1')
    expect(text).not.toContain('share')
    expect(text).not.toContain(Buffer.from(half).toString('latin1').slice(40, 60))
  })
})

describe('signing with a server wallet', () => {
  test('a wallet without owner signs for the app', async () => {
    const wallet = await wallets.create()

    const { data } = await wallets.outputOf('signWithWallet', wallets.signing(wallet, []))

    const signer = recoverAddress(hashMessage(utf8('hello')), data.signature as `0x${string}`)
    expect(signer).toBe(wallet.address)
  })

  test('a Solana wallet signs a message', async () => {
    const wallet = await wallets.create({ chainType: 'solana' })
    const message = Buffer.from('hello').toString('base64')
    const body = { method: 'signMessage', params: { message, encoding: 'base64' } }

    const { data } = await wallets.outputOf('signWithWallet', wallets.signing(wallet, [], body))

    const { verifyProof } = await loadChain.solana()
    const signature = Buffer.from(data.signature, 'base64')
    expect(verifyProof({ address: wallet.address, message: 'hello', signature })).toBe(true)
  })

  test('WAL-01: error: an owned wallet signs for its owner’s key alone', async () => {
    const owner = newKey()
    const wallet = await wallets.create({ owner: { publicKey: owner.spki } })

    expect(await wallets.codeOf('signWithWallet', wallets.signing(wallet, []))).toBe(
      'wrong_signature',
    )
    expect(await wallets.codeOf('signWithWallet', wallets.signing(wallet, [newKey()]))).toBe(
      'wrong_signature',
    )
    expect(await wallets.codeOf('signWithWallet', wallets.signing(wallet, [owner]))).toBeUndefined()
  })

  test('a signer beside the owner signs requests, and changes nothing', async () => {
    const [owner, agent] = [newKey(), newKey()]
    const { id } = await wallets.quorum({ public_keys: [agent.spki] })
    const signers = [{ quorumId: id, policyIds: [] }]
    const wallet = await wallets.create({ owner: { publicKey: owner.spki }, signers })

    expect(await wallets.codeOf('signWithWallet', wallets.signing(wallet, [agent]))).toBeUndefined()
    const change = { owner: { public_key: agent.spki } }
    expect(await wallets.codeOf('updateWallet', wallets.updating(wallet, change, [agent]))).toBe(
      'wrong_signature',
    )
  })

  test('WAL-05: two of three keys of a quorum, each once', async () => {
    const keys = [newKey(), newKey(), newKey()]
    const [one, two] = keys as [ReturnType<typeof newKey>, ReturnType<typeof newKey>]
    const { id } = await wallets.quorum({
      public_keys: keys.map(({ spki }) => spki),
      authorization_threshold: 2,
    })
    const wallet = await wallets.create({ owner: { quorumId: id } })

    expect(
      await wallets.codeOf('signWithWallet', wallets.signing(wallet, [one, two])),
    ).toBeUndefined()
    expect(await wallets.codeOf('signWithWallet', wallets.signing(wallet, [one, one]))).toBe(
      'wrong_signature',
    )
  })

  test('error: a request for another wallet, by its id or address, and one of another method', async () => {
    const owner = newKey()
    const [wallet, other] = [
      await wallets.create({ owner: { publicKey: owner.spki } }),
      await wallets.create({ owner: { publicKey: owner.spki } }),
    ]
    const input = wallets.signing(other, [owner])
    const crossed = { ...input, walletId: wallet.walletId, apiShare: wallet.apiShare }

    expect(await wallets.codeOf('signWithWallet', crossed)).toBe('invalid_request')
    const unsigned = { method: 'eth_accounts', params: {} }
    expect(await wallets.codeOf('signWithWallet', wallets.signing(wallet, [owner], unsigned))).toBe(
      'invalid_request',
    )
  })

  test('error: the half of another wallet', async () => {
    const [wallet, other] = [await wallets.create(), await wallets.create()]

    const input = wallets.signing({ ...wallet, apiShare: other.apiShare }, [])
    expect(await wallets.codeOf('signWithWallet', input)).toBe('invalid_request')
  })

  test('error: a wallet with a policy that the app does not have', async () => {
    const wallet = {
      chainType: 'ethereum',
      owner: null,
      signers: [],
      policyIds: [`p${'0'.repeat(23)}`],
    }
    const input = { appId: world.appId, wallet, sealTo: toBase64url(wallets.api.publicKey) }

    expect(await wallets.codeOf('createWallet', input)).toBe('not_found')
  })
})

test('error: what is not a quorum: other curves, a key twice, a threshold above the members, quorums of quorums', async () => {
  const key = newKey()
  const nested = await wallets.quorum({
    key_quorum_ids: [(await wallets.quorum({ public_keys: [key.spki] })).id],
  })
  const codes = [
    { public_keys: ['AAAA'] },
    { public_keys: [key.spki, key.spki] },
    { public_keys: [key.spki], authorization_threshold: 2 },
    { key_quorum_ids: [nested.id] },
    {},
  ].map((body) => wallets.codeOf('createQuorum', { appId: world.appId, body }))

  expect(await Promise.all(codes)).toEqual(Array(5).fill('invalid_request'))
})
