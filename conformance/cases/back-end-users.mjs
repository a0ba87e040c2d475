import assert from 'node:assert/strict'
import { inCamelCase, newAccounts } from '../accounts.mjs'
import { failure } from '../context.mjs'
import { accountsOf } from '../expected.mjs'

/** The calls of both back-end clients on users. */
export const cases = {
  'server-auth imports every type of account and finds the user by each': async (context) => {
    const client = context.backEnd()
    const { found, wire } = newAccounts()
    const linkedAccounts = inCamelCase(wire)
    const user = await client.importUser({ linkedAccounts, customMetadata: { plan: 'pro' } })
    assert.equal(user.customMetadata.plan, 'pro')
    assert.equal(user.linkedAccounts.length, wire.length)
    const lookUps = [
      client.getUser(user.id),
      client.getUserById(user.id),
      client.getUserByEmail(found.email),
      client.getUserByPhoneNumber(found.phone),
      client.getUserByWalletAddress(found.wallet),
      client.getUserByFarcasterId(found.fid),
      client.getUserByDiscordUsername(`${found.discord}#0`),
      client.getUserByGithubUsername(found.github),
      client.getUserByTwitterUsername(found.twitter),
      client.getUserByTwitterSubject(found.twitterSubject),
      client.getUserByTelegramUserId(found.telegramId),
      client.getUserByTelegramUsername(found.telegram),
      client.getUserByCustomAuthId(found.customUserId),
    ]
    for (const answer of await Promise.all(lookUps)) assert.equal(answer?.id, user.id)
    await client.deleteUser(user.id)
    assert.equal(await client.getUserByEmail(found.email), null)
  },
  'node imports every type of account and finds the user by each': async (context) => {
    const users = context.newestBackEnd().users()
    const { found, wire } = newAccounts()
    // The older client knows no Twitch.
    const twitch = { type: 'twitch_oauth', subject: `tw${found.telegramId}`, username: 'ada' }
    const user = await users.create({
      linked_accounts: [...wire, twitch],
      custom_metadata: { plan: 'pro' },
    })
    assert.equal(user.linked_accounts.length, wire.length + 1)
    assert.deepEqual(user.custom_metadata, { plan: 'pro' })
    const lookUps = [
      users.getByEmailAddress({ address: found.email }),
      users.getByPhoneNumber({ number: found.phone }),
      users.getByWalletAddress({ address: found.wallet }),
      users.getByFarcasterID({ fid: found.fid }),
      users.getByDiscordUsername({ username: `${found.discord}#0` }),
      users.getByGitHubUsername({ username: found.github }),
      users.getByTwitterUsername({ username: found.twitter }),
      users.getByTwitterSubject({ subject: found.twitterSubject }),
      users.getByTelegramUserID({ telegram_user_id: found.telegramId }),
      users.getByTelegramUsername({ username: found.telegram }),
      users.getByCustomAuthID({ custom_user_id: found.customUserId }),
    ]
    for (const answer of await Promise.all(lookUps)) assert.equal(answer.id, user.id)
    const changed = await users.setCustomMetadata(user.id, { custom_metadata: { seats: 3 } })
    assert.deepEqual(changed.custom_metadata, { seats: 3 })
    const unlinked = await users.unlinkLinkedAccount(user.id, {
      type: 'email',
      handle: found.email,
    })
    assert.deepEqual(accountsOf(unlinked, 'email'), [])
    await users.delete(user.id)
    const gone = await failure(() => users.getByPhoneNumber({ number: found.phone }))
    assert.equal(gone.status, 404)
  },
  'unknown accounts are null for server-auth and 404 for node': async (context) => {
    const client = context.backEnd()
    const { found } = newAccounts()
    const address = found.wallet
    assert.deepEqual(
      await Promise.all([
        client.getUserByEmail(found.email),
        client.getUserByPhoneNumber(found.phone),
        client.getUserByWalletAddress(address),
        client.getUserBySmartWalletAddress(address),
        client.getUserByFarcasterId(found.fid),
        client.getUserByDiscordUsername(found.discord),
        client.getUserByGithubUsername(found.github),
        client.getUserByTwitterUsername(found.twitter),
        client.getUserByTwitterSubject(found.twitterSubject),
        client.getUserByTelegramUserId(found.telegramId),
        client.getUserByTelegramUsername(found.telegram),
        client.getUserByCustomAuthId(found.customUserId),
      ]),
      Array(12).fill(null),
    )
    const users = context.newestBackEnd().users()
    const error = await failure(() => users.getBySmartWalletAddress({ address }))
    assert.equal(error.status, 404)
  },
  'lists go through all pages, newest first': async (context) => {
    const made = []
    for (let number = 0; number < 3; number++) {
      const address = context.newAddress()
      const user = await context
        .backEnd()
        .importUser({ linkedAccounts: [{ type: 'email', address }] })
      made.push({ id: user.id, address })
    }
    const all = await context.backEnd().getUsers()
    assert.ok(made.every(({ id }) => all.some((user) => user.id === id)))
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
    const users = context.newestBackEnd().users()
    const pages = []
    for await (const user of users.list({ limit: 2 })) {
      pages.push(user.id)
      if (pages.length === 5) break
    }
    assert.deepEqual(pages.slice(0, 3), made.map(({ id }) => id).reverse())
  },
  'users are searched by a term and by lists': async (context) => {
    const address = context.newAddress()
    const client = context.backEnd()
    const user = await client.importUser({ linkedAccounts: [{ type: 'email', address }] })
    const term = address.split('@')[0]
    const byTerm = await client.getUsers(term)
    assert.deepEqual(
      byTerm.map(({ id }) => id),
      [user.id],
    )
    const lists = { emails: [address], phoneNumbers: [], walletAddresses: [] }
    const byLists = await client.getUsers(lists)
    assert.deepEqual(
      byLists.map(({ id }) => id),
      [user.id],
    )
    const found = await context.newestBackEnd().users().search({ searchTerm: term })
    assert.equal(found.data[0].id, user.id)
  },
  'an account that exists is not imported again, and metadata is bounded': async (context) => {
    const client = context.backEnd()
    const linkedAccounts = [{ type: 'email', address: context.newAddress() }]
    const user = await client.importUser({ linkedAccounts })
    const error = await failure(() => client.importUser({ linkedAccounts }))
    assert.match(error.message, /linked|another/i)
    const changed = await client.setCustomMetadata(user.id, { plan: 'pro', seats: 2, beta: true })
    assert.deepEqual(changed.customMetadata, { plan: 'pro', seats: 2, beta: true })
    await failure(() => client.setCustomMetadata(user.id, { nested: { not: 'flat' } }))
  },
}
