import {
  type AppConfig,
  type CustomProvider,
  isCrossAppProvider,
  isCustomProvider,
} from '@sallyport/contract'
import { type MfaMethod, showsWalletUIs } from '@sallyport/core'
import type { SallyportConfig } from './config.js'
import type { LoginRules } from './flow/after-login.js'
import type { LoginMethodEntry } from './flow/login-method.js'
import type { LoginMethod } from './flow/screens.js'
import { entryOf, type LoginMethodsConfig, loginMethods } from './login-methods.js'
import { rulesOf } from './login-rules.js'
import type { Theme } from './theme/tokens.js'
import { isWalletEntry, type WalletSettings, walletSettings } from './wallet-settings.js'

/** An OAuth provider that the app has added. */
interface AddedProvider {
  id: CustomProvider
  name: string
  /** A web address. */
  icon: string | null
}

/** What the app config and the provider's `config` say together (react-api §3). */
export interface Settings {
  appName: string
  /** Host of the page that asks, as wallet requests show it. */
  pageHost: string
  /** The browser's own name, which says whether it is inside of another app. */
  userAgent: string
  priceOf: SallyportConfig['priceOf'] | null
  addFunds: SallyportConfig['onAddFunds'] | null
  appearance: {
    theme: Theme
    accentColor: string | null
    logo: NonNullable<SallyportConfig['appearance']>['logo'] | null
    landingHeader: string | null
    /** At most 100 characters. */
    loginMessage: string | null
    /** Whether the first screen opens no field by itself. */
    hidesForms: boolean
  }
  /** Enabled ways to log in, in order. */
  loginMethods: readonly LoginMethod[]
  /** Those of them that the app puts behind "More options"; null when it leaves that to the first screen. */
  overflow: readonly LoginMethod[] | null
  /** The OAuth providers that the app has added and offers. */
  providers: readonly AddedProvider[]
  /** What the provider says to single methods. */
  methodsConfig: LoginMethodsConfig
  legal: { termsUrl: string | null; privacyUrl: string | null }
  rules: LoginRules
  /** Second factors that users can add. */
  mfaMethods: readonly MfaMethod[]
  showWalletUIs: boolean
  wallets: WalletSettings
  allowlist: {
    title: string | null
    detail: string | null
    ctaText: string | null
    ctaLink: string | null
  }
}

/**
 * One set of settings from two sources: the provider's `config` wins for look, methods, legal links and wallets;
 * allowlist texts and the duty to accept terms are the app config's alone.
 *
 * @param app  null while it has not been loaded: nothing of it is assumed.
 */
export function combine(app: AppConfig | null, config: SallyportConfig): Settings {
  const look = config.appearance ?? {}
  return {
    appName: app?.name ?? '',
    pageHost: globalThis.location?.host ?? '',
    userAgent: globalThis.navigator?.userAgent ?? '',
    priceOf: config.priceOf ?? null,
    addFunds: config.onAddFunds ?? null,
    appearance: {
      theme: look.theme ?? themeOf(app?.theme),
      accentColor: colourOf(look.accentColor) ?? colourOf(app?.accent_color),
      logo: look.logo ?? app?.logo_url ?? null,
      landingHeader: look.landingHeader ?? null,
      loginMessage: look.loginMessage?.slice(0, 100) ?? null,
      hidesForms: look.hideDirectWeb2Inputs === true,
    },
    loginMethods: methodsOf(app, config),
    providers: addedProviders(app),
    overflow: config.loginMethodsAndOrder
      ? namedMethods(config.loginMethodsAndOrder.overflow ?? [])
      : null,
    methodsConfig: config,
    legal: {
      termsUrl: linkOf(config.legal?.termsAndConditionsUrl ?? app?.terms_and_conditions_url),
      privacyUrl: linkOf(config.legal?.privacyPolicyUrl ?? app?.privacy_policy_url),
    },
    rules: rulesOf(app, config),
    mfaMethods: app?.mfa_methods ?? [],
    // An app that enforces confirmation cannot be talked out of it by the page.
    showWalletUIs:
      app?.enforce_wallet_uis === true || (showsWalletUIs(config.embeddedWallets ?? {}) ?? true),
    wallets: walletSettings(app, config),
    allowlist: {
      title: app?.allowlist_config.error_title ?? null,
      detail: app?.allowlist_config.error_detail ?? null,
      ctaText: app?.allowlist_config.cta_text ?? null,
      ctaLink: linkOf(app?.allowlist_config.cta_link),
    },
  }
}

function methodsOf(app: AppConfig | null, config: SallyportConfig): readonly LoginMethod[] {
  const { loginMethods: chosen, loginMethodsAndOrder: ordered, appearance } = config
  const all = allMethods(app)
  if (ordered) {
    return namedMethods([...ordered.primary, ...(ordered.overflow ?? [])]).filter(
      (method) => all.includes(method) || isCrossAppProvider(method),
    )
  }
  const enabled = [
    ...all.filter((method) => chosen?.includes(method) ?? isOn(app, entryOf(method).switch)),
    ...(chosen ?? []).filter(isCrossAppProvider),
  ]
  const walletFirst = appearance?.showWalletLoginFirst ?? app?.show_wallet_login_first === true
  return walletFirst
    ? [...enabled.filter(isWallet), ...enabled.filter((method) => !isWallet(method))]
    : enabled
}

/** Methods in the order given, each once; named wallets are one method, where the first of them stands. */
function namedMethods(
  names: NonNullable<SallyportConfig['loginMethodsAndOrder']>['primary'],
): readonly LoginMethod[] {
  return [...new Set(names.map((name) => (isWalletEntry(name) ? 'wallet' : name)))]
}

/** In the order of the first screen: providers that the app has added come after the others. */
function allMethods(app: AppConfig | null): readonly LoginMethod[] {
  // The record's own keys.
  const known = Object.keys(loginMethods) as LoginMethod[]
  const added = addedProviders(app).map(({ id }) => id)
  return known.flatMap((method) => (method === 'passkey' ? [...added, method] : [method]))
}

function addedProviders(app: AppConfig | null): AddedProvider[] {
  const all = app?.custom_oauth_providers ?? []
  return all
    .filter(({ enabled }) => enabled)
    .map(({ provider: id, provider_display_name: name, provider_icon_url }) => ({
      id,
      name,
      icon: linkOf(provider_icon_url),
    }))
}

function isOn(app: AppConfig | null, switches: LoginMethodEntry['switch']): boolean {
  if (isCustomProvider(switches)) return addedProviders(app).some(({ id }) => id === switches)
  return [switches].flat().some((each) => each !== null && app?.[each] === true)
}

function isWallet(method: LoginMethod): boolean {
  return [entryOf(method).switch].flat().some((each) => each?.endsWith('wallet_auth'))
}

function themeOf(theme: string | undefined): Theme {
  if (theme === 'dark' || theme === 'system') return theme
  return colourOf(theme) ?? 'light'
}

/** A colour we can compute with; anything else counts as not given. */
function colourOf(text: string | null | undefined): `#${string}` | null {
  return text && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) ? (text as `#${string}`) : null // just matched
}

/** A web link; `javascript:` and the like count as not given. */
function linkOf(url: string | null | undefined): string | null {
  return url && /^https?:\/\//i.test(url) ? url : null
}
