import type { LoginProvider } from '@sallyport/contract'
import { oauthWindow } from '@sallyport/core'
import type { EntryProps } from '../../flow/login-method.js'
import { isPossible } from '../../in-app-browser.js'
import { useModal } from '../../modal/modal-context.js'
import { useLastLogin } from '../../modal/use-last-login.js'
import { Row } from '../../ui/row.js'
import { useGlyph } from '../../ui/use-glyph.js'
import { providerName } from './names.js'
import { wayOf } from './way-of.js'

/** The row of the first screen that logs in at a provider. Its press opens the provider's window: later the browser blocks it. */
export default function OAuthRow(props: EntryProps & { provider: LoginProvider }) {
  const { provider, end, wasLast, blocked } = props
  const { kit, copy, settings } = useModal()
  const icon = useGlyph(provider)
  const last = useLastLogin(wasLast)
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
      icon={icon}
      name={copy.landing.withProvider(providerName(provider, settings))}
      {...last}
      disabled={blocked}
      onPress={choose}
    />
  )
}
