import assert from 'node:assert/strict'
import bs58 from 'bs58'
import { parseTransaction, recoverTransactionAddress, verifyMessage, verifyTypedData } from 'viem'
import { addressOf, isSignedBy, typedData, walletsOf } from '../expected.mjs'
import { eventCases } from './frame-events.mjs'

/** The client's wallet calls against the real frame in Chromium, in one of the two forms a message may have. */
function casesOf(form) {
  const signIn = async (context, address = context.newAddress()) => {
    const page = await context.browserPage({ form })
    const before = await context.countCodes(address)
    await page.evaluate((to) => client.auth.email.sendCode(to), address)
    const code = await context.codeFor(address, before)
    const session = await page.evaluate(
      ([to, typed]) => client.auth.email.loginWithCode(to, typed),
      [address, code],
    )
    return { page, address, user: session.user }
  }
  // Most cases share one person: the server limits how many wallets one address may make in a while.
  let shared
  const withWallets = (context) => {
    shared ??= makeWallets(context)
    return shared
  }
  const makeWallets = async (context) => {
    const signed = await signIn(context)
    const user = await signed.page.evaluate(async () => {
      const { user: first } = await client.embeddedWallet.create({})
      await client.embeddedWallet.createSolana({ ethereumAccount: walletOf(first, 'ethereum') })
      return (await client.user.get()).user
    })
    return {
      ...signed,
      user,
      ethereum: addressOf(user, 'ethereum'),
      solana: addressOf(user, 'solana'),
    }
  }
  return {
    'create makes one Ethereum wallet, also when called twice': async (context) => {
      const { page } = await signIn(context)
      const users = await page.evaluate(async () => {
        const both = await Promise.all([
          client.embeddedWallet.create({}),
          client.embeddedWallet.create({}),
        ])
        return both.map(({ user }) => user)
      })
      assert.match(addressOf(users[0], 'ethereum'), /^0x[0-9a-fA-F]{40}$/)
      assert.equal(addressOf(users[0], 'ethereum'), addressOf(users[1], 'ethereum'))
      assert.equal(walletsOf(users[1]).length, 1)
    },
    'createSolana makes a Solana wallet beside it': async (context) => {
      const { user } = await withWallets(context)
      assert.deepEqual(
        walletsOf(user)
          .map((each) => each.chain_type)
          .sort(),
        ['ethereum', 'solana'],
      )
      assert.equal(bs58.decode(addressOf(user, 'solana')).length, 32)
    },
    'add makes further wallets of both chains, and they sign': async (context) => {
      const { page, ethereum, solana } = await withWallets(context)
      const { user, signature, solanaSignature } = await page.evaluate(async (entropyId) => {
        const entropy = {
          entropyId,
          entropyIdVerifier: 'ethereum-address-verifier',
          hdWalletIndex: 1,
        }
        await client.embeddedWallet.add({ chainType: 'ethereum', ...entropy })
        const { user } = await client.embeddedWallet.add({ chainType: 'solana', ...entropy })
        const second = walletOf(user, 'ethereum', 1).address
        const provider = await globalThis.ethereum(user, 1)
        const signature = await provider.request({
          method: 'personal_sign',
          params: ['hi', second],
        })
        const message = Buffer.from('hi').toString('base64')
        const answer = await (await globalThis.solana(user, 1)).request({
          method: 'signMessage',
          params: { message },
        })
        return { user, signature, solanaSignature: answer.signature }
      }, ethereum)
      const [second, secondSolana] = [addressOf(user, 'ethereum', 1), addressOf(user, 'solana', 1)]
      assert.notEqual(second, ethereum)
      assert.notEqual(secondSolana, solana)
      assert.ok(await verifyMessage({ address: second, message: 'hi', signature }))
      assert.ok(isSignedBy(secondSolana, Buffer.from('hi'), solanaSignature))
    },
    'connect finds the wallet; personal_sign and typed data verify': async (context) => {
      const { page, user, ethereum: address } = await withWallets(context)
      const [signature, typedSignature, accounts] = await page.evaluate(
        async ([user, address, typed]) => {
          const provider = await globalThis.ethereum(user)
          return [
            await provider.request({ method: 'personal_sign', params: ['Grüße 🌊', address] }),
            await provider.request({
              method: 'eth_signTypedData_v4',
              params: [address, JSON.stringify(typed)],
            }),
            await provider.request({ method: 'eth_accounts' }),
          ]
        },
        [user, address, typedData],
      )
      assert.deepEqual(accounts, [address])
      assert.ok(await verifyMessage({ address, message: 'Grüße 🌊', signature }))
      assert.ok(await verifyTypedData({ ...typedData, address, signature: typedSignature }))
    },
    'eth_sendTransaction is filled, signed and mined': async (context) => {
      const { page, user, ethereum: address } = await withWallets(context)
      await context.fund('ethereum', address)
      const receipt = await page.evaluate(async (user) => {
        const provider = await globalThis.ethereum(user)
        const to = '0x00000000000000000000000000000000000A11cE'
        const params = [{ to, value: '0xde0b6b3a7640000', chainId: 31337 }]
        const hash = await provider.request({ method: 'eth_sendTransaction', params })
        for (let tries = 0; tries < 50; tries++) {
          const found = await provider.request({
            method: 'eth_getTransactionReceipt',
            params: [hash],
          })
          if (found) return found
          await new Promise((later) => setTimeout(later, 100))
        }
      }, user)
      assert.equal(Number(receipt.status), 1)
      assert.equal(receipt.from.toLowerCase(), address.toLowerCase())
    },
    'a Solana message verifies, and a transaction is signed, sent and confirmed': async (
      context,
    ) => {
      const { page, user, solana: address } = await withWallets(context)
      await context.fund('solana', address)
      const { signature, confirmed } = await page.evaluate(
        async ([user, address, rpcUrl]) => {
          const provider = await globalThis.solana(user)
          const message = Buffer.from('hello').toString('base64')
          const { signature } = await provider.request({
            method: 'signMessage',
            params: { message },
          })
          const connection = new web3.Connection(rpcUrl, 'confirmed')
          const payer = new web3.PublicKey(address)
          const { blockhash } = await connection.getLatestBlockhash()
          const transaction = new web3.Transaction({ feePayer: payer, recentBlockhash: blockhash })
          const toPubkey = new web3.PublicKey('GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW')
          const lamports = 10_000_000
          transaction.add(web3.SystemProgram.transfer({ fromPubkey: payer, toPubkey, lamports }))
          const sent = await provider.request({
            method: 'signAndSendTransaction',
            params: { transaction, connection },
          })
          for (let tries = 0; tries < 50; tries++) {
            const { value } = await connection.getSignatureStatuses([sent.signature])
            if (value[0]) return { signature, confirmed: value[0].err === null }
            await new Promise((later) => setTimeout(later, 100))
          }
        },
        [user, address, context.dev.solanaRpcUrl],
      )
      assert.ok(isSignedBy(address, Buffer.from('hello'), signature))
      assert.equal(confirmed, true)
    },
    'a new browser recovers both wallets and signs': async (context) => {
      const first = await withWallets(context)
      const { page, user } = await signIn(context, first.address)
      const { signature, solanaSignature, log } = await page.evaluate(async (user) => {
        const provider = await globalThis.ethereum(user)
        const params = ['again', walletOf(user, 'ethereum').address]
        const signature = await provider.request({ method: 'personal_sign', params })
        const message = Buffer.from('again').toString('base64')
        const answer = await (await globalThis.solana(user)).request({
          method: 'signMessage',
          params: { message },
        })
        return { signature, solanaSignature: answer.signature, log: globalThis.log }
      }, user)
      assert.deepEqual(log.filter(({ event }) => /connect|recover/.test(event)).slice(0, 2), [
        { event: 'privy:wallets:connect', error: 'wallet_not_on_device' },
        { event: 'privy:wallets:recover', error: undefined },
      ])
      assert.ok(await verifyMessage({ address: first.ethereum, message: 'again', signature }))
      assert.ok(isSignedBy(first.solana, Buffer.from('again'), solanaSignature))
    },
    ...eventCases({ signIn, withWallets }),
    ...(form === 'object' && {
      'BigInt values are taken and signed as numbers': async (context) => {
        const { page, ethereum } = await withWallets(context)
        const answer = await page.evaluate(async (address) => {
          const transaction = {
            type: 2,
            chainId: 31337n,
            nonce: 0n,
            to: '0x00000000000000000000000000000000000A11cE',
            value: 12_345_678_901_234_567_890n,
            gasLimit: 21_000n,
            maxFeePerGas: 2_000_000_000n,
            maxPriorityFeePerGas: 1_000_000_000n,
          }
          return ask('privy:wallets:rpc', {
            accessToken: await client.getAccessToken(),
            entropyId: address,
            entropyIdVerifier: 'ethereum-address-verifier',
            chainType: 'ethereum',
            hdWalletIndex: 0,
            request: { method: 'eth_signTransaction', params: [transaction] },
          })
        }, ethereum)
        assert.equal(answer.error, undefined)
        const serializedTransaction = answer.data.response.data
        assert.equal(parseTransaction(serializedTransaction).value, 12_345_678_901_234_567_890n)
        assert.equal(await recoverTransactionAddress({ serializedTransaction }), ethereum)
      },
    }),
  }
}

export const cases = Object.fromEntries(
  ['text', 'object'].flatMap((form) =>
    Object.entries(casesOf(form)).map(([title, run]) => [`${form}: ${title}`, run]),
  ),
)
