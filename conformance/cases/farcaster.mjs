import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { FarcasterSignerInit, FarcasterSignerStatus } from '@privy-io/public-api'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { failure, refused } from '../context.mjs'
import { accountsOf } from '../expected.mjs'

/** A person approves a channel in the Farcaster app; gives what the client sends on. */
export async function approved(context, client, person) {
  const { demoUrl } = context.dev
  const { channel_token, connect_uri } = await client.auth.farcaster.initializeAuth({
    relyingParty: demoUrl,
    redirectUrl: demoUrl,
  })
  assert.ok(connect_uri.includes(channel_token))
  const pending = await client.auth.farcaster.getFarcasterStatus({ channel_token })
  assert.equal(pending.state, 'pending')
  await context.approveFarcaster(channel_token, person)
  const done = await client.auth.farcaster.getFarcasterStatus({ channel_token })
  assert.equal(done.state, 'completed')
  const { message, signature, fid } = done
  return { channel_token, message, signature, fid }
}

/** Signs as the sandbox's Farcaster account of a person. */
async function signAs(person, { nonce, fid, url }) {
  const key = createHash('sha256').update(`sallyport sandbox farcaster ${person}`).digest('hex')
  const account = privateKeyToAccount(`0x${key}`)
  const message = createSiweMessage({
    domain: new URL(url).host,
    address: account.address,
    statement: 'Farcaster Auth',
    uri: url,
    version: '1',
    chainId: 10,
    nonce,
    issuedAt: new Date(),
    resources: [`farcaster://fid/${fid}`],
  })
  return { message, signature: await account.signMessage({ message }), fid }
}

/** Login and linking by Farcaster. */
export const cases = {
  'a channel logs in, and a mini app finds the same user': async (context) => {
    const person = context.newName()
    const { client } = context.browser()
    const proof = await approved(context, client, person)
    const session = await client.auth.farcaster.authenticate(proof)
    const [account] = accountsOf(session.user, 'farcaster')
    assert.equal(account.fid, proof.fid)
    assert.ok(account.owner_address)
    await refused('invalid_credentials', () =>
      context.browser().client.auth.farcaster.authenticate(proof),
    )
    const other = context.browser().client
    const { nonce, expires_at } = await other.auth.farcasterV2.initializeAuth()
    assert.ok(Date.parse(expires_at))
    const url = context.dev.demoUrl
    const signed = await signAs(person, { nonce, fid: proof.fid, url })
    const again = await other.auth.farcasterV2.authenticate(signed)
    assert.equal(again.user.id, session.user.id)
  },
  'an account is linked and unlinked': async (context) => {
    const { client } = await context.signIn()
    const linked = await client.auth.farcaster.link(
      await approved(context, client, context.newName()),
    )
    const [{ fid }] = accountsOf(linked.user, 'farcaster')
    const { user } = await client.auth.farcaster.unlink({ fid })
    assert.deepEqual(accountsOf(user, 'farcaster'), [])
  },
  'a key for posts is asked for by the frame alone, and is unknown before': async (context) => {
    const { client } = context.browser()
    await client.auth.farcaster.authenticate(await approved(context, client, context.newName()))
    const { publicKey } = generateKeyPairSync('ed25519')
    const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
    const body = { ed25519_public_key: `0x${key.toString('hex')}` }
    // The sandbox's app may have no Farcaster account that signs such requests: then both are refused as not supported.
    const asked = await failure(() => client.fetchPrivyRoute(FarcasterSignerInit, { body }))
    assert.match(asked.code, /^(missing_origin|not_supported)$/)
    const read = await failure(() => client.fetchPrivyRoute(FarcasterSignerStatus, { body }))
    assert.match(read.code, /^(invalid_data|not_supported)$/)
  },
}
