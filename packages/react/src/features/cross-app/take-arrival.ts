/* Loaded by pages that another app or site has led to, and by those that a provider's answer comes back to. */
import { crossAppProvider } from '@sallyport/core'
import type { SharingGoal } from '../../flow/sharing-data.js'
import { forget, keep, takeKept } from '../../kept-arrival.js'
import type { Kit } from '../../kit.js'
import { requestOf } from './request-visit.js'
import { loginSharing, siteSharing } from './sharing-visit.js'

/** The kits of pages that were opened with a request: nothing older is taken up there. */
const opened = new WeakSet<Kit>()

/** Takes what another app asks out of the page's address, and asks the user, once they are logged in. */
export async function takeArrival(kit: Kit): Promise<void> {
  const { hash, pathname, search } = location
  if (crossAppProvider.readArrival(hash) !== null) opened.add(kit)
  // A router of the page must not read it, nor the next reload ask again.
  history.replaceState(history.state, '', pathname + search)
  await follow(kit, hash)
}

/** Goes on with what was asked before a login left the page. */
export async function resumeArrival(kit: Kit): Promise<void> {
  if (!opened.has(kit)) await follow(kit, takeKept(kit))
}

async function follow(kit: Kit, hash: string): Promise<void> {
  const arrival = crossAppProvider.readArrival(hash)
  if (arrival === null) return
  // A page that frames this one could lay something over the buttons.
  if (window.top !== window) {
    kit.client.environment.warn('[Sallyport] What other apps ask for is not shown in a frame.')
    return
  }
  await untilReady(kit)
  const { goal, run, refuse } = visitOf(kit, arrival)
  const isDone = (await isLoggedIn(kit, hash)) && (await open(kit, goal))
  // The server may not know, or no longer know, what a refusal would be about.
  await (isDone ? run() : refuse()).catch(() => undefined)
}

function visitOf(
  kit: Kit,
  arrival: crossAppProvider.CrossAppArrival,
): { goal: SharingGoal; run(): Promise<void>; refuse(): Promise<void> } {
  if (arrival.kind === 'transact' || arrival.kind === 'request') {
    const { visit, ...rest } = requestOf(kit, arrival)
    return { goal: { goal: 'open-request', visit }, ...rest }
  }
  const { visit, refuse } =
    arrival.kind === 'login' ? loginSharing(kit, arrival) : siteSharing(kit, arrival)
  return { goal: { goal: 'share', visit }, refuse, run: async () => undefined }
}

/** Shows a screen; resolves with whether the user let it happen. */
function open({ modal }: Kit, goal: SharingGoal): Promise<boolean> {
  return new Promise((resolve) => {
    modal.open(goal, {
      place: 'next',
      onEnd: ({ at }) => resolve(at === 'done'),
      fail: () => resolve(false),
    })
  })
}

function untilReady({ client }: Kit): Promise<void> {
  return until(client, () => client.state.status !== 'loading')
}

/** Waits for the app's own login where the app has one, which the page itself offers; else logs the user in by the modal. */
async function isLoggedIn(kit: Kit, hash: string): Promise<boolean> {
  const { client } = kit
  if (client.state.user !== null) return true
  const { customAuth } = kit.config()
  const isOwn = customAuth && customAuth.enabled !== false
  keep(kit, hash)
  const isIn = isOwn
    ? await until(client, () => client.state.user !== null).then(() => true)
    : await kit.loginAgain(null)
  forget()
  return isIn
}

function until(client: Kit['client'], isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo()) return
      stop()
      resolve()
    }
    const stop = client.subscribe(look)
    look()
  })
}
