/** A wallet is delegated to the app's back end, which signs with it, and the delegation is ended, under faults; see `scenarios.mjs`. */
import { verifyMessage } from 'viem'
import { delegate, openConsent } from '../../apps/frame/dist/wallet/delegate.js'
import { findExportable } from '../../apps/frame/dist/wallet/export.js'
import { delegatedWallets } from '../../packages/contract/dist/index.js'
import { delegation, wallet as wallets } from '../../packages/core/dist/index.js'
import { authorizationSignature } from '../../packages/testing/dist/delegated-wallet.js'
import { routeOf, send } from './browser.mjs'
import { ask, me, tokensOf } from './oracle.mjs'
import { callerOf, checkWallets, firstWallet, hello, signedIn, untilItWorks } from './people.mjs'
import { publicOrigin } from './stack.mjs'

const path = `/api/v1${delegatedWallets.rpc.path}`
const places = ['victim', 'other']

/** A request of the app's back end to sign a message with the wallet. */
function rpcOf({ stack }, address) {
  const { appId, backEnd } = stack
  const params = { message: hello, encoding: 'utf-8' }
  const body = { chain_type: 'ethereum', address, method: 'personal_sign', params }
  const request = { url: `${publicOrigin}${path}`, appId, body }
  const signature = authorizationSignature(request, backEnd.authorizationKey)
  const credentials = Buffer.from(`${appId}:${backEnd.appSecret}`).toString('base64')
  const headers = {
    authorization: `Basic ${credentials}`,
    'privy-authorization-signature': signature,
  }
  return { method: 'POST', path, body, headers }
}

const isRight = (address, { status, body }) =>
  status === 200 && verifyMessage({ address, message: hello, signature: body.data.signature })

/** One request of the back end, which faults of the run strike. */
async function signAsBackEnd(world, run, address) {
  const { method, body, headers } = rpcOf(world, address)
  const url = `${publicOrigin}${path}`
  const sent = {
    ...{ 'privy-app-id': world.stack.appId, 'content-type': 'application/json' },
    ...headers,
  }
  const init = { method, headers: sent, body: JSON.stringify(body) }
  const answer = await send(world, run, { url, init, route: routeOf(method, url) })
  const read = { status: answer.status, body: await answer.json() }
  if (!(await isRight(address, read))) throw new Error(`The back end was answered ${read.status}`)
}

/** What its user does in the page of the wallet: reads what the app asks for, and holds the button. */
async function consent(world, { browser }, tab, { address, chainType }) {
  const context = await tab.openWallets()
  const caller = callerOf(world, browser)
  const place = { chainType, address }
  const wallet = await findExportable(context, caller, {
    ...place,
    rootAddress: place,
    walletIndex: 0,
  })
  const asked = await openConsent(context, caller, wallet)
  await delegate(context, caller, { wallet, consent: asked })
}

/** Delegates the wallet, unless the user's account says that it is. */
async function delegateOnce(world, state, tab) {
  await tab.client.start()
  await tab.client.session.refresh()
  const account = firstWallet(tab.client)
  if (!account.delegated) await consent(world, state, tab, account)
  await delegation.noteDelegated(tab.client)
  return account
}

const withWallets = async (world, run) => {
  const { state, tab } = await signedIn(world, run)
  await wallets.createWallets(tab.client)
  const { address } = firstWallet(tab.client)
  return { state: { ...state, address }, tab }
}

/** Whole or absent: the account says it, both servers sign or refuse, and both programs have their halves or none. */
async function checkDelegated(world, { browser, address }, isDelegated) {
  const wrong = []
  for (const place of places) {
    const answer = await ask(world, rpcOf(world, address), place)
    const isRefused = answer.body?.code === 'user_has_not_delegated_wallet'
    if (isDelegated ? !(await isRight(address, answer)) : !isRefused) {
      const what = isDelegated ? 'a delegated wallet' : 'a wallet that is not delegated'
      wrong.push(`the back end asked for a signature of ${what}: ${answer.status}`)
    }
  }
  const { body } = await ask(world, me(tokensOf(browser).accessToken), 'other')
  const [account] = (body?.user?.linked_accounts ?? []).filter((each) => each.address === address)
  if (account?.delegated !== isDelegated)
    wrong.push(`the account says that the wallet is delegated: ${account?.delegated}`)
  const [{ user_id: userId, api }] = await world.reader.rows(
    `select l.user_id, (select count(*)::int from sallyport_api.delegation d
       where d.app_id = l.app_id and d.user_id = l.user_id) as api
     from sallyport_api.linked_account l where l.type = 'wallet' and l.data->>'address' = $1`,
    [address],
  )
  const [{ signer }] = await world.reader.rows(
    `select count(*)::int as signer from sallyport_delegate.delegation
     where user_id like '%' || $1 and record is not null`,
    [userId],
  )
  // A half that an interrupted consent has left alone at the signer opens nothing, and goes with the next revocation.
  const isWhole = isDelegated ? api === 1 && signer >= 1 : api === 0 && signer === 0
  if (!isWhole) wrong.push(`there are ${api} halves at the API and ${signer} at the signer`)
  return wrong
}

const revoke = async (tab) => {
  await tab.client.start()
  await delegation.revoke(tab.client)
}

export const delegationScenarios = {
  delegate: {
    prepare: async (world, run) => {
      const { state, tab } = await withWallets(world, run)
      tab.close()
      return state
    },
    act: async (world, state, tab, run) => {
      const { address } = await delegateOnce(world, state, tab)
      await signAsBackEnd(world, run, address)
    },
    prove: async (world, run, state) => {
      const wrong = await checkDelegated(world, state, true)
      const at = { world, run, browser: state.browser }
      const ended = await untilItWorks('ending a delegation', at, revoke)
      wrong.push(...ended.wrong, ...(await checkDelegated(world, state, false)))
      const { browser, email } = state
      return [...wrong, ...(await checkWallets(world, run, { browsers: [browser], email }))]
    },
  },
  /** The back end goes on to ask while the user ends it: from the answer on nothing is signed. */
  undelegate: {
    prepare: async (world, run) => {
      const { state, tab } = await withWallets(world, run)
      const { address } = await delegateOnce(world, state, tab)
      await signAsBackEnd(world, run, address)
      tab.close()
      return { ...state, late: [] }
    },
    act: async (world, { address, late }, tab) => {
      // It is refused, or signed before.
      const before = ask.once(world, rpcOf(world, address), 'other').catch(() => undefined)
      await revoke(tab)
      for (const place of places) {
        const { status } = await ask(world, rpcOf(world, address), place)
        if (status === 200)
          late.push(`a signature after the end was answered at the ${place} server`)
      }
      await before
    },
    prove: async (world, run, state) => {
      const wrong = [...state.late, ...(await checkDelegated(world, state, false))]
      const at = { world, run, browser: state.browser }
      const again = await untilItWorks('delegating again', at, (tab) =>
        delegateOnce(world, state, tab),
      )
      wrong.push(...again.wrong, ...(await checkDelegated(world, state, true)))
      const { browser, email } = state
      return [...wrong, ...(await checkWallets(world, run, { browsers: [browser], email }))]
    },
  },
}
