import { oauth, oauthWindow, type SallyportClient } from '@sallyport/core'
import { useEffect, useRef, useState } from 'react'
import type { OAuthData } from '../flow/oauth-data.js'
import type { ScreenProps } from '../flow/screens.js'
import { isPossible } from '../in-app-browser.js'
import { proveLink, type TransferOffer } from '../links.js'
import { linkOAuth, proveOAuth } from '../oauth-login.js'
import { useModal } from './modal-context.js'
import { runAfter } from './run-after.js'
import { useTask } from './use-task.js'
import { wayOf } from './way-of.js'

/** Where a visit at a provider stands: not begun, in a window, in this tab, back from it, or without a window. */
export type Stage = 'ask' | 'blocked' | 'window' | 'closed' | 'leaving' | 'verifying'
type Visit = Awaited<ReturnType<typeof oauth.start>>
type VisitData = OAuthData<oauth.VisitedProvider>
type Way = Pick<VisitData, 'way' | 'opened' | 'returned'>

/** How often the window is looked at. */
const lookMs = 500

/** Visits a provider, or another app, for a screen, and logs in or links with the answer. */
export function useOAuthVisit(screen: {
  data: VisitData
  end: ScreenProps<'AWAITING_OAUTH_SCREEN'>['end']
}) {
  const { data, end } = screen
  const { kit } = useModal()
  const { client } = kit
  const { provider, disableSignup, intent } = data
  const [stage, setStage] = useState<Stage>(stageOf(data))
  const stop = useRef<() => void>(() => undefined)
  const complete = async (returned: oauth.OAuthReturn) => {
    setStage('verifying')
    if (intent === 'login') return end('loggedIn', await proveOAuth(kit, returned))
    const result = await proveLink(kit, {
      method: provider,
      intent: 'link',
      run: () => linkOAuth(kit, returned),
      transfer: transferOf(client),
    })
    if (result.name === 'linked') end('linked', result.value)
    else end('conflicted', result.value)
  }
  const begin = () => oauth.start(client, { provider, disableSignup })
  /** A visit whose window waits for a press. */
  const begun = useRef<Visit | null>(null)
  const follow = async (opened: oauthWindow.OAuthWindow, { url, state }: Visit) => {
    setStage('window')
    opened.go(url, state)
    await complete(await answerOf(opened, state))
  }
  const task = useTask<Way>(
    async ({ way, opened, returned }) => {
      stop.current()
      if (returned !== null) return complete(returned)
      if (way === 'redirect') {
        setStage('leaving')
        const { url } = await begin()
        return window.location.assign(url)
      }
      if (way === 'check') {
        setStage('leaving')
        const visit = await begin()
        // The browser opens it while the press is not long ago: a captcha that asked nothing takes a second.
        const late = oauthWindow.openWindow(client)
        if (late !== null) return follow(late, visit)
        begun.current = visit
        return setStage('ask')
      }
      if (opened === null) return setStage('blocked')
      setStage('window')
      const visit = begun.current ?? (await begin().catch(closing(opened)))
      begun.current = null
      return follow(opened, visit)
    },
    { onFailed: (problem) => end('failed', problem) },
  )
  const answerOf = (opened: oauthWindow.OAuthWindow, state: string) =>
    new Promise<oauth.OAuthReturn>((resolve) => {
      const stopListening = oauthWindow.awaitWindow(state, resolve)
      let stopLooking: () => void = () => undefined
      const look = () => {
        if (opened.isClosed()) setStage((at) => (at === 'window' ? 'closed' : at))
        else stopLooking = runAfter(client, lookMs, look)
      }
      look()
      stop.current = () => {
        stopListening()
        stopLooking()
        opened.close()
      }
    })
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    if (data.way !== 'ask') task.start(data)
  })
  useEffect(() => () => stop.current(), [])
  const again = (way: Way) => {
    stop.current()
    task.cancel()
    task.start(way)
  }
  const redirect = () => again({ way: 'redirect', opened: null, returned: null })
  return {
    stage,
    task,
    redirect,
    open: () => {
      const { userAgent } = navigator
      if (!isPossible(provider, userAgent)) {
        return end('impossible', { url: window.location.href, userAgent, intent })
      }
      const way = begun.current === null ? wayOf(client) : 'window'
      const opened = way === 'window' ? oauthWindow.openWindow(client) : null
      return again({ way, opened, returned: null })
    },
  }
}

/** Moves the account of another user here, which the provider has just named. */
const transferOf =
  (client: SallyportClient) =>
  ({ nonce, otherUser: { oAuthUserInfo } }: TransferOffer) =>
    oauth.transfer(client, {
      nonce,
      userInfo: { ...oAuthUserInfo, subject: String(oAuthUserInfo?.subject) },
    })

const closing = (opened: oauthWindow.OAuthWindow) => (error: unknown) => {
  opened.close()
  throw error
}

function stageOf({ way, opened }: VisitData): Stage {
  if (way === 'ask') return 'ask'
  if (way === 'returned') return 'verifying'
  if (way === 'redirect' || way === 'check') return 'leaving'
  return opened === null ? 'blocked' : 'window'
}
