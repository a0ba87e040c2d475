/**
 * The recovery of a wallet is set, changed and given up for automatic recovery under faults; see `scenarios.mjs`. The secret is one
 * that a native client of iCloud keeps: no storage is asked, and no passcode is stretched, so that only our own calls take time.
 */
import { randomBytes } from 'node:crypto'
import { wallet as wallets } from '../../packages/core/dist/index.js'
import { askFrame } from '../../packages/core/dist/wallet/ask-frame.js'
import { checkWallets, firstWallet, signedIn } from './people.mjs'

const newSecret = () => randomBytes(32).toString('base64url')
const fieldsOf = (secret) => ({
  recoveryMethod: 'icloud',
  recoverySecretOverride: secret,
  iCloudRecordNameOverride: `record-${secret.slice(0, 8)}`,
})

/** The user's first wallet as the server lists it now, and what names its root. */
async function rootOf({ client }) {
  await client.session.refresh()
  const { address: entropyId, recoveryMethod } = firstWallet(client)
  return { entropyId, entropyIdVerifier: 'ethereum-address-verifier', recoveryMethod }
}

/** Replaces the recovery that the wallet has now. */
async function replace(tab, fields) {
  const { recoveryMethod: existingRecoveryMethod, ...entropy } = await rootOf(tab)
  const request = { ...entropy, existingRecoveryMethod, ...fields }
  await askFrame(tab.client, 'privy:wallets:set-recovery', request)
}

/** Restores the wallet with the user's secret, on a device that does not have it. */
const open = (secret) => async (tab) => {
  const { recoveryMethod, ...entropy } = await rootOf(tab)
  if (recoveryMethod !== 'icloud') throw new Error('The wallet has another recovery')
  await askFrame(tab.client, 'privy:wallets:recover', { ...entropy, ...fieldsOf(secret) })
}

const withWallets = async (world, run) => {
  const { state, tab } = await signedIn(world, run)
  await wallets.createWallets(tab.client)
  return { state: { ...state, secret: newSecret() }, tab }
}
const withSecret = async (world, run) => {
  const { state, tab } = await withWallets(world, run)
  await replace(tab, fieldsOf(state.secret))
  tab.close()
  return state
}
const opensBy = (world, run, { browser, email, secret }) =>
  checkWallets(world, run, { browsers: [browser], email, open: open(secret) })

export const recoveryScenarios = {
  setRecovery: {
    prepare: async (world, run) => {
      const { state, tab } = await withWallets(world, run)
      tab.close()
      return state
    },
    act: async (_world, { secret }, tab) => {
      await tab.client.start()
      await replace(tab, fieldsOf(secret))
    },
    prove: opensBy,
  },
  changeRecovery: {
    prepare: async (world, run) => ({ ...(await withSecret(world, run)), secret: newSecret() }),
    act: async (_world, { secret }, tab) => {
      await tab.client.start()
      await replace(tab, fieldsOf(secret))
    },
    prove: opensBy,
  },
  /** The secret that it takes the place of is proven. */
  removeRecovery: {
    prepare: withSecret,
    act: async (_world, { secret }, tab) => {
      await tab.client.start()
      const { recoveryMethod } = await rootOf(tab)
      if (recoveryMethod === 'icloud')
        await replace(tab, { ...fieldsOf(secret), recoveryMethod: 'privy' })
    },
    prove: (world, run, { browser, email }) =>
      checkWallets(world, run, { browsers: [browser], email }),
  },
}
