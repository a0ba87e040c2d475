import type { AppConfig } from '@sallyport/contract'
import type { SallyportConfig } from './config.js'
import { isKnownMethod } from './login-methods.js'
import { idleKeys } from './other-kits-config.js'
import { isWalletEntry } from './wallet-settings.js'

/** What the developer should know of a `config`: settings that say nothing here, or not what they seem to. */
export function configNotes(app: AppConfig, config: SallyportConfig): readonly string[] {
  const { loginMethods, loginMethodsAndOrder: ordered, embeddedWallets } = config
  const named = [...(loginMethods ?? []), ...(ordered?.primary ?? []), ...(ordered?.overflow ?? [])]
  const unknown = named.filter((name) => !isWalletEntry(name) && !isKnownMethod(name))
  const options = app.embedded_wallet_config?.user_owned_recovery_options
  const notes: string[] = []
  if (loginMethods && ordered)
    notes.push('loginMethods is ignored, because loginMethodsAndOrder is given.')
  if (unknown.length > 0) notes.push(`${unknown.join(', ')}: there is no such login method.`)
  if (embeddedWallets?.requireUserPasswordOnCreate && (options ?? []).length === 0)
    notes.push(
      'requireUserPasswordOnCreate does nothing: the app offers no recovery that users choose. Add user-passcode to user_owned_recovery_options.',
    )
  const idle = idleKeys.filter((path) => valueAt(config, path) !== undefined)
  if (idle.length > 0) notes.push(`${idle.join(', ')}: accepted, and does nothing here.`)
  return notes
}

function valueAt(config: object, path: string): unknown {
  let value: unknown = config
  for (const key of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[key] // of objects only
  return value
}
