/** An import, an export and the test of recovery under faults; see `scenarios.mjs`. */
import { randomBytes } from 'node:crypto'
import { privateKeyToAddress } from 'viem/accounts'
import { exportKey, findExportable } from '../../apps/frame/dist/wallet/export.js'
import { findRoot } from '../../apps/frame/dist/wallet/recover.js'
import { rehearseRecovery } from '../../apps/frame/dist/wallet/rehearse.js'
import { walletPage, wallet as wallets } from '../../packages/core/dist/index.js'
import { callerOf, checkWallets, firstWallet, signedIn } from './people.mjs'

/** Logs in with wallets, and closes the tab. */
async function withWallets(world, run) {
  const { state, tab } = await signedIn(world, run)
  await wallets.createWallets(tab.client)
  tab.close()
  return state
}

export const walletPageScenarios = {
  /** The same key is imported until it works: it becomes one wallet, which is restored like the others. */
  import: {
    prepare: async (world, run) => {
      const state = await withWallets(world, run)
      return { ...state, privateKey: `0x${randomBytes(32).toString('hex')}` }
    },
    act: async (_world, { privateKey }, tab) => {
      await tab.client.start()
      await walletPage.importKey(tab.client, { chainType: 'ethereum', privateKey })
    },
    prove: (world, run, { browser, email, privateKey }) => {
      const imported = [privateKeyToAddress(privateKey)]
      return checkWallets(world, run, { browsers: [browser], email, imported })
    },
  },
  /** The user is shown the key, or is not: an export changes nothing of the wallet. */
  export: {
    prepare: withWallets,
    act: async (world, { browser }, tab) => {
      await tab.client.start()
      const { chainType, address } = firstWallet(tab.client)
      const context = await tab.openWallets()
      const caller = callerOf(world, browser)
      const rootAddress = { chainType, address }
      const place = { ...rootAddress, rootAddress, walletIndex: 0 }
      const wallet = await findExportable(context, caller, place)
      const { privateKey } = await exportKey(context, caller, wallet)
      if (privateKeyToAddress(privateKey) !== address) throw new Error('The key of another address')
    },
    prove: (world, run, { browser, email }) =>
      checkWallets(world, run, { browsers: [browser], email }),
  },
  /** The test of recovery replaces a recovery key: wherever it stops, the wallet is restored afterwards. */
  rehearse: {
    prepare: withWallets,
    act: async (world, { browser }, tab) => {
      await tab.client.start()
      const { chainType, address } = firstWallet(tab.client)
      const caller = callerOf(world, browser)
      const context = await tab.openWallets()
      const root = await findRoot(context, caller, { chainType, address })
      const restored = await rehearseRecovery(context, caller, { root, fields: {} })
      if (restored !== address) throw new Error('Another address came back')
    },
    prove: (world, run, { browser, email }) =>
      checkWallets(world, run, { browsers: [browser], email }),
  },
}
