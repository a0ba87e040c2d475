import type { AppConfig } from '@sallyport/contract'
import type { SallyportConfig } from './config.js'
import { isKnownMethod } from './login-methods.js'
import { isWalletEntry } from './wallet-settings.js'

/** What the developer should know of a `config`: settings that say nothing here, or not what they seem to. */
export function configNotes(app: AppConfig, config: SallyportConfig): readonly string[] {
  const { loginMethods, loginMethodsAndOrder: ordered, embeddedWallets } = config
  const named = [...(loginMethods ?? []), ...(ordered?.primary ?? []), ...(ordered?.overflow ?? [])]
  const unknown = named.filter((name) => !isWalletEntry(name) && !isKnownMethod(name))
  const { user_owned_recovery_options: options } = app.embedded_wallet_config
  const notes: string[] = []
  if (loginMethods && ordered)
    notes.push('loginMethods is ignored, because loginMethodsAndOrder is given.')
  if (unknown.length > 0) notes.push(`${unknown.join(', ')}: there is no such login method.`)
  if (embeddedWallets?.requireUserPasswordOnCreate && (options ?? []).length === 0)
    notes.push(
      'requireUserPasswordOnCreate does nothing: the app offers no recovery that users choose. Add user-passcode to user_owned_recovery_options.',
    )
  return notes
}
