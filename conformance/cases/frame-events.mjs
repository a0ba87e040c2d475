import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import bs58 from 'bs58'
import { verifyMessage } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { isSignedBy, walletsOf } from '../expected.mjs'

/** What react-auth puts into the address of the export page beside the wallet and its form (wire reference §20.1). */
const exportQuery = {
  walletIndex: '0',
  width: '328px',
  caid: '00000000-0000-4000-8000-000000000000',
  phrase_export: 'true',
  background2: 'hsl(0, 0%, 97%)',
  foreground3: 'hsl(0, 0%, 60%)',
  foregroundAccent: 'hsl(0, 0%, 100%)',
  accent: 'hsl(247, 100%, 70%)',
  accentDark: 'hsl(247, 60%, 50%)',
  success: 'hsl(150, 60%, 40%)',
}

/** Events posted to the frame as they stand in the wire reference, beside what the client's methods send. */
export function eventCases({ signIn, withWallets }) {
  return {
    'the older events of both chains answer': async (context) => {
      const { page, ethereum, solana } = await withWallets(context)
      const answers = await page.evaluate(
        async ([address, publicKey]) => {
          const token = { accessToken: await client.getAccessToken() }
          const sign = { method: 'personal_sign', params: ['old', address] }
          const message = Buffer.from('old').toString('base64')
          const solanaSign = { method: 'signMessage', params: { message } }
          return [
            await ask('privy:wallet:connect', { ...token, address }),
            await ask('privy:wallet:recover', { ...token, address }),
            await ask('privy:wallet:rpc', { ...token, address, request: sign }),
            await ask('privy:solana-wallet:connect', { ...token, publicKey }),
            await ask('privy:solana-wallet:recover', { ...token, publicKey }),
            await ask('privy:solana-wallet:rpc', { ...token, publicKey, request: solanaSign }),
          ]
        },
        [ethereum, solana],
      )
      assert.deepEqual(
        answers.map((each) => each.error),
        Array(6).fill(undefined),
      )
      assert.deepEqual(answers[0].data, { address: ethereum })
      assert.deepEqual(answers[3].data, { publicKey: solana })
      const signature = answers[2].data.response.data
      assert.ok(await verifyMessage({ address: ethereum, message: 'old', signature }))
      const old = answers[5].data.response.data.signature
      assert.ok(isSignedBy(solana, Buffer.from('old'), old))
    },
    'the newer create, a further Solana wallet by the older event, and clearing': async (
      context,
    ) => {
      const { page, user: signedIn } = await signIn(context)
      const { made, additional, cleared, signed } = await page.evaluate(
        async ([userId, chainType]) => {
          const token = { accessToken: await client.getAccessToken() }
          const made = await ask('privy:wallets:create', { ...token, chainType })
          const primaryPublicKey = made.data?.address
          const additional = await ask('privy:solana-wallet:create-additional', {
            ...token,
            primaryPublicKey,
            hdWalletIndex: 1,
          })
          const cleared = await ask('privy:mfa:clear', { userId })
          const message = Buffer.from('still here').toString('base64')
          const signed = await ask('privy:solana-wallet:rpc', {
            ...token,
            publicKey: primaryPublicKey,
            hdWalletIndex: 1,
            request: { method: 'signMessage', params: { message } },
          })
          return { made, additional, cleared, signed }
        },
        [signedIn.id, 'solana'],
      )
      assert.deepEqual(
        [made, additional, cleared, signed].map((each) => each.error),
        Array(4).fill(undefined),
      )
      assert.deepEqual(cleared.data, {})
      assert.notEqual(additional.data.publicKey, made.data.address)
      const { signature } = signed.data.response.data
      assert.ok(isSignedBy(additional.data.publicKey, Buffer.from('still here'), signature))
    },
    'a key is imported, signs, and is the same wallet when it is imported again': async (
      context,
    ) => {
      const { page } = await signIn(context)
      const privateKey = `0x${randomBytes(32).toString('hex')}`
      const solanaSeed = randomBytes(32)
      const answers = await page.evaluate(
        async ([key, solanaKey]) => {
          const token = { accessToken: await client.getAccessToken() }
          const both = { ...token, chainType: 'ethereum', privateKey: key }
          const made = await ask('privy:wallets:import', both)
          const again = await ask('privy:wallets:import', both)
          const other = await ask('privy:wallets:import', {
            ...token,
            chainType: 'solana',
            privateKey: solanaKey,
          })
          const wrong = await ask('privy:wallets:import', { ...both, privateKey: '0x00' })
          const address = made.data?.address
          const request = { method: 'personal_sign', params: ['imported', address] }
          const entropy = { entropyId: address, entropyIdVerifier: 'ethereum-address-verifier' }
          const call = { ...token, ...entropy, chainType: 'ethereum', hdWalletIndex: 0 }
          await ask('privy:wallets:connect', { ...token, ...entropy })
          const signed = await ask('privy:wallets:rpc', { ...call, request })
          const { user } = await client.user.get()
          return { made, again, other, wrong, signed, user }
        },
        [privateKey, bs58.encode(solanaSeed)],
      )
      const { made, again, other, wrong, signed, user } = answers
      const address = privateKeyToAddress(privateKey)
      assert.deepEqual([made.data, again.data], [{ address }, { address }])
      assert.equal(bs58.decode(other.data.address).length, 32)
      assert.equal(wrong.error?.type, 'invalid_request_arguments')
      const signature = signed.data.response.data
      assert.ok(await verifyMessage({ address, message: 'imported', signature }))
      const imported = walletsOf(user).filter((each) => each.imported)
      assert.deepEqual(
        imported.map((each) => each.address).sort(),
        [address, other.data.address].sort(),
      )
    },
    'the export page takes the address that react-auth opens, in both of its forms': async (
      context,
    ) => {
      const { page, ethereum } = await withWallets(context)
      for (const form of [{}, { v: '1-unified', wallet_id: 'unknown' }]) {
        for (const [background, scheme] of [
          ['hsl(0, 0%, 100%)', 'light'],
          ['hsl(240, 8%, 9%)', 'dark'],
        ]) {
          const query = {
            ...exportQuery,
            ...form,
            background,
            address: ethereum,
            primaryAddress: ethereum,
          }
          await page.evaluate(async (fields) => {
            const url = new URL(`${client.embeddedWallet.getURL().split('?')[0]}/export`)
            url.search = new URLSearchParams(fields).toString()
            url.hash = `token=${await client.getAccessToken()}`
            const frame = document.createElement('iframe')
            frame.id = 'export'
            frame.width = '360'
            frame.height = '640'
            frame.src = url.href
            document.querySelector('#export')?.remove()
            document.body.append(frame)
          }, query)
          const inner = page.frameLocator('#export')
          await inner.getByText(ethereum, { exact: true }).waitFor()
          assert.equal(await inner.getByRole('checkbox').count(), 3)
          const colours = await inner
            .locator('html')
            .evaluate((root) => getComputedStyle(root).colorScheme)
          assert.equal(colours, scheme)
        }
      }
    },
    'unknown events, unknown methods and unknown fields': async (context) => {
      const { page, ethereum } = await withWallets(context)
      const answers = await page.evaluate(async (entropyId) => {
        const call = {
          accessToken: await client.getAccessToken(),
          entropyId,
          entropyIdVerifier: 'ethereum-address-verifier',
          chainType: 'ethereum',
          hdWalletIndex: 0,
        }
        const names = ['privy:wallets:exportKey', 'constructor', '__proto__', '']
        const unknown = await Promise.all(names.map((name) => ask(name, call)))
        const method = await ask('privy:wallets:rpc', {
          ...call,
          request: { method: 'eth_getEncryptionPublicKey', params: [entropyId] },
        })
        const more = await ask('privy:wallets:connect', { ...call, newerField: { deep: [1] } })
        return { unknown, method, more }
      }, ethereum)
      for (const { error, data } of [...answers.unknown, answers.method]) {
        assert.equal(error?.type, 'invalid_request_arguments')
        assert.equal(data, undefined)
      }
      assert.deepEqual(answers.more.data, { entropyId: ethereum })
    },
    'a token that is none opens nothing': async (context) => {
      const { page, ethereum } = await withWallets(context)
      const answer = await page.evaluate(
        (entropyId) =>
          ask('privy:wallets:connect', {
            accessToken: 'none',
            entropyId,
            entropyIdVerifier: 'ethereum-address-verifier',
          }),
        ethereum,
      )
      assert.equal(answer.data, undefined)
      assert.ok(answer.error.type)
    },
    'ping answers, also after a reload of the frame': async (context) => {
      const { page } = await signIn(context)
      const answers = await page.evaluate(async () => {
        const { embeddedWallet } = client
        const before = await embeddedWallet.ping(15_000)
        const loaded = new Promise((done) =>
          document.querySelector('iframe').addEventListener('load', done, { once: true }),
        )
        embeddedWallet.reload()
        await loaded
        return [before, await embeddedWallet.ping(15_000)]
      })
      assert.deepEqual(answers, [true, true])
    },
  }
}
