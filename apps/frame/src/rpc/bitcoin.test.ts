import { userIdPrefix } from '@sallyport/contract'
import { fromHex, scriptOfAddress, toHex } from '@sallyport/contract/requests'
import { segwitKind, taprootKind, verifyMessage } from '@sallyport/crypto/chains/bitcoin'
import { describe, expect, test } from 'vitest'
import { base64ToBytes } from '../base64.js'
import type { Prompt, PromptQuestion } from '../confirm/prompt.js'
import { createMemoryStore } from '../device/memory-store.js'
import { createRig, dataOf, errorOf, type Page } from '../testing/rig.js'
import { readRequest } from './methods.js'

const ada = `${userIdPrefix}ada`
const chains = ['bitcoin-segwit', 'bitcoin-taproot'] as const
const kinds = { 'bitcoin-segwit': segwitKind, 'bitcoin-taproot': taprootKind }
const stranger = `0014${'22'.repeat(20)}`

/** A PSBT of version 0 with one input, in hex. */
function psbt(input: { script: string; amount: bigint }, outputs: [script: string, bigint][]) {
  const little = (value: bigint, width: number) =>
    Array.from({ length: width }, (_, at) => Number((value >> BigInt(8 * at)) & 255n))
  const bytes = (hex: string) => [...(fromHex(`0x${hex}`) ?? [])]
  const sized = (all: number[]) => [all.length, ...all]
  const output = ([script, amount]: [string, bigint]) => [
    ...little(amount, 8),
    ...sized(bytes(script)),
  ]
  const transaction = [
    ...[2, 0, 0, 0, 1, ...Array<number>(32).fill(1), 0, 0, 0, 0, 0, 255, 255, 255, 255],
    ...[outputs.length, ...outputs.flatMap(output), 0, 0, 0, 0],
  ]
  const spent = [1, 1, ...sized(output([input.script, input.amount])), 0]
  const all = [...bytes('70736274ff'), 1, 0, ...sized(transaction), 0, ...spent]
  return toHex(Uint8Array.from([...all, ...outputs.map(() => 0)])).slice(2)
}

async function setup(prompt?: Prompt) {
  const rig = await createRig()
  const page = rig.openPage(createMemoryStore(), prompt ? { prompt } : {})
  const accessToken = rig.token(ada)
  const { address } = dataOf(await page.send('privy:wallet:create', { accessToken }))
  const root = {
    accessToken,
    entropyId: String(address),
    entropyIdVerifier: 'ethereum-address-verifier',
  } as const
  const create = async (chainType: (typeof chains)[number]) => {
    const made = dataOf(await page.send('privy:wallets:create', { accessToken, chainType }))
    return String(made.address)
  }
  return { ...rig, page, root, accessToken, create }
}
const signing = (page: Page, root: Awaited<ReturnType<typeof setup>>['root']) => ({
  rpc: (chainType: (typeof chains)[number], method: string, params: object, hdWalletIndex = 0) =>
    page.send('privy:wallets:rpc', {
      ...root,
      chainType,
      hdWalletIndex,
      request: { method, params },
    }),
})

describe('Bitcoin', () => {
  test.each(chains)(
    '%s: created from the root there is, added by index, and connected by its address',
    async (chainType) => {
      const { page, root, accessToken, create, custody } = await setup()
      const first = await create(chainType)
      const again = await create(chainType)
      const added = dataOf(
        await page.send('privy:wallets:add', { ...root, chainType, hdWalletIndex: 1 }),
      )
      const connected = await page.send('privy:wallets:connect', {
        accessToken,
        entropyId: first,
        entropyIdVerifier: `${chainType}-address-verifier`,
      })

      expect(again).toBe(first)
      expect(first.slice(0, 4)).toBe(chainType === 'bitcoin-segwit' ? 'bc1q' : 'bc1p')
      expect(added.address).not.toBe(first)
      expect(dataOf(connected)).toEqual({ entropyId: first })
      expect(custody.roots.size).toBe(1)
    },
  )

  test.each(chains)(
    '%s: a user who has no other wallet gets a root, and it comes back on another device',
    async (chainType) => {
      const { openPage, token } = await createRig()
      const accessToken = token(ada)
      const { address } = dataOf(
        await openPage().send('privy:wallets:create', { accessToken, chainType }),
      )
      const root = {
        accessToken,
        entropyId: String(address),
        entropyIdVerifier: `${chainType}-address-verifier`,
      } as const
      const other = openPage()

      expect(errorOf(await other.send('privy:wallets:connect', root))).toBe('wallet_not_on_device')
      dataOf(await other.send('privy:wallets:recover', root))

      const request = { method: 'sign', params: { message: 'hello' } }
      const signed = await other.send('privy:wallets:rpc', {
        ...root,
        chainType,
        hdWalletIndex: 0,
        request,
      })
      expect(dataOf(signed).address).toBe(address)
    },
  )

  test.each(chains)('%s: signs messages by BIP-322', async (chainType) => {
    const { page, root, create, custody } = await setup()
    const address = await create(chainType)
    const { rpc } = signing(page, root)

    const { response } = dataOf(await rpc(chainType, 'sign', { message: 'Grüße' })) as {
      response: { data: { signature: string } }
    }

    const account = [...custody.roots.values()][0]?.accounts.find(
      (each) => each.address === address,
    )
    const proof = {
      publicKeyText: account?.public_key ?? '',
      message: new TextEncoder().encode('Grüße'),
      signature: base64ToBytes(response.data.signature),
    }
    expect(verifyMessage(kinds[chainType], proof)).toBe(true)
  })

  test.each(chains)(
    '%s: signs a PSBT in hex and in base64; the answer is the transaction',
    async (chainType) => {
      const { page, root, create } = await setup()
      const script = scriptOfAddress(await create(chainType)) ?? ''
      const hex = psbt({ script, amount: 50_000n }, [[stranger, 40_000n]])
      const { rpc } = signing(page, root)

      for (const given of [hex, Buffer.from(hex, 'hex').toString('base64')]) {
        const { response } = dataOf(await rpc(chainType, 'signTransaction', { psbt: given })) as {
          response: { data: { signedTransaction: string } }
        }
        // Version 2, then the mark of a transaction with witnesses.
        expect(response.data.signedTransaction).toMatch(/^020000000001/)
      }
    },
  )

  test('error: nothing is signed for inputs of others, and no share is asked for what is not a PSBT', async () => {
    const { page, root, create, custody } = await setup()
    await create('bitcoin-segwit')
    const { rpc } = signing(page, root)
    const foreign = psbt({ script: stranger, amount: 50_000n }, [[stranger, 40_000n]])
    expect(errorOf(await rpc('bitcoin-segwit', 'signTransaction', { psbt: foreign }))).toBe(
      'invalid_request_arguments',
    )
    custody.calls.length = 0
    for (const given of ['', 'zz!', foreign.slice(2), foreign.slice(0, -2), 7]) {
      const answer = await rpc('bitcoin-segwit', 'signTransaction', { psbt: given })
      expect(errorOf(answer)).toBe('invalid_request_arguments')
    }
    expect(custody.calls).toEqual([])
  })

  test('IFR-06, error: signs no text of custody, and knows two methods', async () => {
    const refusal = { type: 'invalid_request_arguments' }
    for (const chainType of chains) {
      const text = { message: 'sallyport account v1\nanything' }
      await expect(readRequest(chainType, { method: 'sign', params: text })).rejects.toMatchObject(
        refusal,
      )
      for (const method of ['constructor', '__proto__', 'signMessage', 'secp256k1_sign']) {
        await expect(readRequest(chainType, { method, params: {} })).rejects.toMatchObject(refusal)
      }
    }
  })
})

describe('a confirmation', () => {
  test('T-37: change is what this device derived, whatever the PSBT says', async () => {
    const questions: PromptQuestion[] = []
    const prompt: Prompt = {
      open(question, answer) {
        questions.push(question)
        queueMicrotask(() => answer(true))
        return { wasSeen: () => true, close: () => undefined }
      },
      isPageHidden: () => false,
    }
    const { page, root, create } = await setup(prompt)
    const address = await create('bitcoin-taproot')
    const script = scriptOfAddress(address) ?? ''
    const { rpc } = signing(page, root)

    const given = psbt({ script, amount: 50_000n }, [
      [stranger, 10_000n],
      [script, 39_000n],
    ])
    dataOf(await rpc('bitcoin-taproot', 'signTransaction', { psbt: given }))
    await rpc('bitcoin-taproot', 'sign', { message: 'hello' })
    // An index this device has not derived: nothing is called the user's own.
    await rpc('bitcoin-taproot', 'signTransaction', { psbt: given }, 9)

    const subjects = questions.map(({ reading }) => [reading.wallet, reading.subject])
    expect(subjects).toMatchObject([
      [
        address,
        {
          kind: 'bitcoin-transaction',
          outputs: [{ isOwn: false }, { isOwn: true, address }],
          leavingSats: 11_000n,
          feeSats: 1_000n,
        },
      ],
      [address, { kind: 'message', chain: 'bitcoin-taproot' }],
      [null, { outputs: [{ isOwn: false }, { isOwn: false }], isOwnKnown: false }],
    ])
  })
})
