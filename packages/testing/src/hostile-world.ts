import { api } from '@sallyport/contract'
import { authOrigin } from './call.js'
import type { SignedIn, TestKit } from './kit.js'
import { createKitWithVault } from './kit-with-vault.js'
import {
  addAccountsBody,
  addGenerationBody,
  authShareBody,
  claimAccount,
  confirmBody,
  createBody,
  createTestDevice,
  readBack,
} from './test-device.js'
import { recoverBody, replaceRecoveryKeyBody } from './test-recovery.js'

const twoHoursMs = 7_200_000

/** A user with a session, an active root, and bodies signed with its keys, as an eavesdropper would have them. */
export type Inhabitant = Awaited<ReturnType<typeof createInhabitant>>

/** Two apps and their users on the real server and vault, for tests that attack them. */
export type HostileWorld = Awaited<ReturnType<typeof createHostileWorld>>

/**
 * Ada and Eve are users of the kit's app, each with a wallet; Bob is a user of another app. Eve, Bob or an anonymous caller
 * attack Ada. Ada's first access token was issued two hours ago.
 */
export async function createHostileWorld() {
  const { kit, vault, close } = await createKitWithVault(
    { config: { readBacksPerUserPerHour: 100_000, recoveriesPerUserPerDay: 100_000 } },
    { releasesPerMinute: 100_000, releasesPerWalletPerDay: 100_000 },
  )
  const { publicKey } = vault
  const other = await kit.addApp({ name: 'Other' })
  const careless = await kit.addApp({ name: 'Careless' })
  const expired = await kit.signIn('ada@example.com')
  kit.clock.advance(twoHoursMs)
  const loggedOut = await kit.signIn('ada@example.com')
  await kit.call(api.session.logout, { body: {} }, { token: loggedOut.token })
  const ada = await createInhabitant(kit, { email: 'ada@example.com', vaultPublicKey: publicKey })
  const eve = await createInhabitant(kit, { email: 'eve@example.com', vaultPublicKey: publicKey })
  const newcomer = await kit.signIn('newcomer@example.com')
  const bob = await kit.signIn('bob@example.com', { appId: other.appId })
  return {
    kit,
    vaultPublicKey: publicKey,
    ada,
    eve,
    /** A user of Ada's and Eve's app without a wallet. */
    newcomer,
    /** A user of the other app. */
    bob,
    other,
    /** An app with arbitrary settings that the contract accepts. */
    careless,
    /** Tokens that no route may accept as Ada's access token. */
    badTokens: {
      garbage: 'x.y.z',
      expired: expired.token,
      'logged out': loggedOut.token,
      'identity token': ada.session.identity_token ?? '',
      'refresh token': ada.session.refresh_token,
      'of the other app': bob.token,
    },
    close,
  }
}

/** A user with a session and an active root. */
export async function createInhabitant(
  kit: TestKit,
  who: { email: string; vaultPublicKey: string },
) {
  const { email, vaultPublicKey } = who
  const made = await createWallet(kit, await kit.signIn(email), vaultPublicKey)
  return { email, ...made, marks: [...made.marks, email] }
}

/** The user of a session, with an active root and bodies signed with its keys. */
export async function createWallet(kit: TestKit, session: SignedIn, vaultPublicKey: string) {
  const owner = { appId: kit.appId, userId: session.user.id, apiPublicKey: kit.apiPublicKey }
  const device = await createTestDevice(owner)
  const frame = { token: session.token, origin: authOrigin }
  const create = await createBody(device, vaultPublicKey)
  const { body } = await kit.call(api.embeddedWallet.create, { body: create }, frame)
  if (body.state !== 'stored') throw new Error(`Not stored: ${JSON.stringify(body)}`)
  await readBack(kit, device, frame)
  const params = { wallet_id: device.walletId, generation_id: device.generationId }
  const confirm = await confirmBody(device, body.receipt)
  await kit.call(api.embeddedWallet.confirm, { params, body: confirm }, frame)
  const share = await authShareBody(device)
  const secondDevice = await createTestDevice(owner, device)
  const secondAccount = await claimAccount(device, { chainType: 'ethereum', walletIndex: 1 })
  return {
    session,
    frame,
    device,
    params: { ...params, address: create.accounts[0]?.address ?? '' },
    /** Bodies by route. Those of `addGeneration` and `addAccounts` have not been sent. */
    bodies: {
      create,
      confirm,
      authShare: share.body,
      recover: (await recoverBody(device, frame)).body,
      addGeneration: await addGenerationBody(secondDevice, vaultPublicKey),
      replaceRecoveryKey: await replaceRecoveryKeyBody(device, { ...secondDevice, vaultPublicKey }),
      switchRecoveryKey: { recovery_key_id: secondDevice.recoveryKeyId },
      addAccounts: await addAccountsBody(device, [secondAccount]),
      openConsent: { chain_type: 'ethereum', wallet_index: 0 },
    } as Record<string, object>,
    /** Values that identify this user's rows: none may appear in an answer to another user. */
    marks: [session.user.id.split(':').at(-1) ?? '', device.walletId, device.generationId],
  }
}
