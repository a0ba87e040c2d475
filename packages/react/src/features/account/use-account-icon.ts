import {
  accountTypeOf,
  isCustomProvider,
  type LoginProvider,
  oauthProviders,
} from '@sallyport/contract'
import type { KnownMethod, LoginMethod } from '../../flow/screens.js'
import { loginMethods } from '../../login-methods.js'
import type { IconShape } from '../../ui/icons.js'
import { useGlyph } from '../../ui/use-glyph.js'

/** The types of accounts that are not called as the method that links them. */
const types: Partial<Record<LoginMethod, string>> = { sms: 'phone', custom: 'custom_auth' }
/** Whose icon the accounts of such a type have. */
const iconsOf: Partial<Record<string, LoginMethod>> = {
  phone: 'sms',
  smart_wallet: 'wallet',
  custom_auth: 'custom',
}

/** The type of the accounts that a method links. */
export function typeOfMethod(method: LoginMethod): string {
  return isProvider(method) ? accountTypeOf(method) : (types[method] ?? method)
}

/** The icon of an account's type: of its login method, a provider's mark, else a user. */
export function useAccountIcon(type: string): IconShape {
  const provider = isCustomProvider(type)
    ? type
    : (oauthProviders.find((each) => type === accountTypeOf(each)) ?? null)
  const glyph = useGlyph(provider)
  if (provider !== null) return glyph
  const method = iconsOf[type] ?? type
  return isMethod(method) ? loginMethods[method].icon : 'user'
}

function isProvider(method: string): method is LoginProvider {
  return isCustomProvider(method) || oauthProviders.some((each) => each === method)
}

function isMethod(name: string): name is KnownMethod {
  return Object.hasOwn(loginMethods, name)
}
