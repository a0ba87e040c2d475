/** An import and the test of recovery under faults; see `scenarios.mjs`. */
import { randomBytes } from 'node:crypto'
import { privateKeyToAddress } from 'viem/accounts'
import { rehearseRecovery } from '../../apps/frame/dist/wallet/rehearse.js'
import { walletPage, wallet as wallets } from '../../packages/core/dist/index.js'
import { tokensOf } from './oracle.mjs'
import { checkWallets, signedIn } from './people.mjs'

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
  /** The test of recovery replaces a recovery key: wherever it stops, the wallet is restored afterwards. */
  rehearse: {
    prepare: withWallets,
    act: async (world, { browser }, tab) => {
      await tab.client.start()
      const { accessToken } = tokensOf(browser)
      const { sub: userId } = JSON.parse(Buffer.from(accessToken.split('.')[1], 'base64url'))
      const account = wallets
        .list(tab.client)
        .find(({ chainType, walletIndex }) => chainType === 'ethereum' && walletIndex === 0)
      if (!account) throw new Error('The wallet is not on the user')
      const { chainType, address } = account
      const caller = { appId: world.stack.appId, userId, accessToken }
      const restored = await rehearseRecovery(await tab.openWallets(), caller, {
        chainType,
        address,
      })
      if (restored !== address) throw new Error('Another address came back')
    },
    prove: (world, run, { browser, email }) =>
      checkWallets(world, run, { browsers: [browser], email }),
  },
}
