import type { VisitedProvider } from '@sallyport/contract'
import { oauthWindow } from '@sallyport/core'
import type { EntryProps } from '../../flow/login-method.js'
import { isPossible } from '../../in-app-browser.js'
import { useModal } from '../../modal/modal-context.js'
import { useLastLogin } from '../../modal/use-last-login.js'
import { wayOf } from '../../modal/way-of.js'
import { Skeleton } from '../../ui/parts.js'
import { Row } from '../../ui/row.js'
import { addTileStyle } from '../../ui/tile-style.js'
import { useVisited } from './use-visited.js'

addTileStyle()

/**
 * The row of the first screen that logs in at a provider, or with another app; nothing for an app that is not connected. Its
 * press opens the window: later the browser blocks it.
 */
export default function OAuthRow(props: EntryProps & { provider: VisitedProvider }) {
  const { provider, end, wasLast, blocked, isTile = false } = props
  const { kit, copy, settings } = useModal()
  const shown = useVisited(provider)
  const last = useLastLogin(wasLast)
  if (shown === 'loading') return <Skeleton width="100%" height={52} />
  if (shown === null) return null
  const label = copy.landing.withProvider(shown.name)
  const choose = () => {
    const { userAgent } = settings
    if (!isPossible(provider, userAgent)) {
      return end('impossible', { url: window.location.href, userAgent, intent: 'login' })
    }
    const way = wayOf(kit.client)
    const opened = way === 'window' ? oauthWindow.openWindow(kit.client) : null
    end('providerChosen', { provider, way, opened })
  }
  return (
    <Row
      icon={shown.icon}
      name={isTile ? shown.name : label}
      {...(isTile ? { label } : last)}
      disabled={blocked}
      onPress={choose}
    />
  )
}
