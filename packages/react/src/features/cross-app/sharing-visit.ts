import { crossAppProvider, RpcError, type SallyportClient, smartWallet } from '@sallyport/core'
import { connectedSmartWallets } from '../../connected-smart-wallets.js'
import type { SharingVisit } from '../../flow/sharing-data.js'
import type { Kit } from '../../kit.js'
import { loadWallets } from '../../load-wallets.js'
import { hasOpener, mayPass, tell } from './answering.js'
import { ownAddresses } from './perform.js'

type Asking = Extract<crossAppProvider.CrossAppArrival, { kind: 'login' | 'connect' }>
type Connecting = Extract<Asking, { kind: 'connect' }>

/** What the consent screen works with, and what a user's refusal does. */
interface Sharing {
  visit: SharingVisit
  refuse(): Promise<void>
}

/** An app's login with the user's account here. */
export function loginSharing(kit: Kit, asking: Extract<Asking, { kind: 'login' }>): Sharing {
  const { client } = kit
  return {
    visit: {
      kind: 'login',
      canAnswer: true,
      describe: () => crossAppProvider.describe(client, asking),
      wallets: () => [...ownAddresses(client), ...smartAddress(client)],
      approve: async () => {
        location.replace((await crossAppProvider.authorize(client, asking)).redirectTo)
      },
      isMeant: (press) => press.isTrusted,
    },
    async refuse() {
      location.replace((await crossAppProvider.refuse(client, asking)).redirectTo)
    },
  }
}

/** A site that connects a wallet of the user. */
export function siteSharing(kit: Kit, asking: Connecting): Sharing {
  const { client } = kit
  const { requesterOrigin: origin } = asking
  return {
    visit: {
      kind: 'connect',
      canAnswer: hasOpener(),
      async describe() {
        try {
          return await crossAppProvider.describe(client, asking)
        } catch (error) {
          if (!mayPass(error)) tell(client, { answer: crossAppProvider.errorAnswer(error), origin })
          throw error
        }
      },
      wallets: () => (asking.isSmartWallet ? smartAddress(client) : ownAddresses(client)),
      async approve(chosen) {
        const address = chosen ?? (await makeWallet(kit, asking))
        const answer = await crossAppProvider.connectSite(client, { asking, address })
        tell(client, { answer, origin })
      },
      isMeant: (press) => press.isTrusted,
    },
    refuse: async () => tell(client, { answer: crossAppProvider.refusal, origin }),
  }
}

function smartAddress(client: SallyportClient): string[] {
  const address = smartWallet.linkedAddress(client)
  return address === undefined ? [] : [address]
}

/** The wallet of a user who has none yet. */
async function makeWallet(kit: Kit, { isSmartWallet }: Connecting): Promise<string> {
  const { client } = kit
  if (!isSmartWallet) {
    const { requests } = await loadWallets()
    return (await requests.createWallet(kit, 'ethereum')).address
  }
  await connectedSmartWallets(client)
  return linkedSmartWallet(client)
}

/** How long linking a smart wallet is waited for, which happens beside its first connection. */
const linkingMs = 20_000

/** @throws RpcError 4200 where none is linked. */
async function linkedSmartWallet(client: SallyportClient): Promise<string> {
  const known = smartWallet.linkedAddress(client)
  if (known !== undefined) return known
  return new Promise((resolve, reject) => {
    const stop = client.subscribe(() => {
      const address = smartWallet.linkedAddress(client)
      if (address === undefined) return
      stop()
      resolve(address)
    })
    void client.environment.clock.wait(linkingMs).then(() => {
      stop()
      reject(new RpcError(4200, { message: 'No smart wallet is linked' }))
    })
  })
}
