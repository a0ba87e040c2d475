import { oauth, oauthWindow } from '@sallyport/core'
import { useEffect, useRef, useState } from 'react'
import type { OAuthData } from '../../flow/oauth-data.js'
import type { ScreenProps } from '../../flow/screens.js'
import { isPossible } from '../../in-app-browser.js'
import { proveLink } from '../../links.js'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'
import { useTask } from '../../modal/use-task.js'
import { linkOAuth, proveOAuth } from '../../oauth-login.js'
import { prefersRedirect } from './prefers-redirect.js'

/** Where a visit at a provider stands: not begun, in a window, in this tab, back from it, or without a window. */
export type Stage = 'ask' | 'blocked' | 'window' | 'closed' | 'leaving' | 'verifying'
type Way = Pick<OAuthData, 'way' | 'opened' | 'returned'>

/** How often the window is looked at. */
const lookMs = 500

/** Visits a provider for a screen, and logs in or links with the answer. */
export function useOAuthVisit({ data, end }: ScreenProps<'AWAITING_OAUTH_SCREEN'>) {
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
      transfer: ({ nonce, otherUser: { oAuthUserInfo } }) =>
        oauth.transfer(client, {
          nonce,
          userInfo: { ...oAuthUserInfo, subject: String(oAuthUserInfo?.subject) },
        }),
    })
    if (result.name === 'linked') end('linked', result.value)
    else end('conflicted', result.value)
  }
  const task = useTask<Way>(
    async ({ way, opened, returned }) => {
      stop.current()
      if (returned !== null) return complete(returned)
      if (way === 'redirect') {
        setStage('leaving')
        const { url } = await oauth.start(client, { provider, disableSignup })
        return window.location.assign(url)
      }
      if (opened === null) return setStage('blocked')
      setStage('window')
      const { url, state } = await oauth
        .start(client, { provider, disableSignup })
        .catch((error) => {
          opened.close()
          throw error
        })
      opened.go(url, state)
      await complete(await answerOf(opened, state))
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
      return prefersRedirect()
        ? redirect()
        : again({ way: 'window', opened: oauthWindow.openWindow(client), returned: null })
    },
  }
}

function stageOf({ way, opened }: OAuthData): Stage {
  if (way === 'ask') return 'ask'
  if (way === 'returned') return 'verifying'
  if (way === 'redirect') return 'leaving'
  return opened === null ? 'blocked' : 'window'
}
