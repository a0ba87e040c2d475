import type { OwnAppConfig } from '@sallyport/contract'
import { useEffect, useState } from 'react'
import { call } from '../call.js'
import { Problem } from '../ui/problem.js'
import { AccessSettings } from './access-settings.js'
import { CaptchaSettings } from './captcha-settings.js'
import { changesBetween } from './changes.js'
import { CrossAppSettings } from './cross-app-settings.js'
import { DelegationSettings } from './delegation-settings.js'
import { FactorSettings } from './factor-settings.js'
import { FarcasterSettings } from './farcaster-settings.js'
import { FundingSettings } from './funding-settings.js'
import { IdentitySettings } from './identity-settings.js'
import { LoginSettings } from './login-settings.js'
import { OwnLoginSettings } from './own-login-settings.js'
import { PeopleSettings } from './people-settings.js'
import { Preview } from './preview.js'
import { ProgramSettings } from './program-settings.js'
import { ProviderSettings } from './provider-settings.js'
import { RecoverySettings } from './recovery-settings.js'
import { RuleSettings } from './rule-settings.js'
import { SmartWalletSettings } from './smart-wallet-settings.js'
import { TelegramSettings } from './telegram-settings.js'
import { TestAccounts } from './test-accounts.js'
import { WalletSettings } from './wallet-settings.js'

/* The groups by the id of their heading. */
const parts = {
  identity: 'Look',
  login: 'Login methods',
  rules: 'Rules',
  factors: 'Second factors',
  captcha: 'Captcha',
  providers: 'Providers',
  telegram: 'Telegram',
  farcaster: 'Farcaster',
  'own-login': 'Your own login',
  wallets: 'Wallets',
  'smart-wallets': 'Smart wallets',
  delegation: 'Delegated wallets',
  'cross-app': 'Other apps',
  funding: 'Funding',
  recovery: 'Cloud recovery',
  access: 'Domains',
  people: 'Who may log in',
  'test-accounts': 'Test accounts',
}

/** Props of each group of settings. */
export interface SettingsProps {
  app: OwnAppConfig
  change: (changed: Partial<OwnAppConfig>) => void
}

/** The app's settings, saved together. */
export function SettingsPage() {
  const [saved, setSaved] = useState<OwnAppConfig>()
  const [app, setApp] = useState<OwnAppConfig>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    call<OwnAppConfig>('/api/app')
      .then((found) => {
        setSaved(found)
        setApp(found)
      })
      .catch((error: Error) => setProblem(error.message))
  }, [])
  const changes = saved && app ? changesBetween(saved, app) : {}
  const changed = Object.keys(changes).length

  const save = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const found = await call<OwnAppConfig>('/api/app', 'PATCH', changes)
      setSaved(found)
      setApp(found)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }

  /* Saved alone, at once: the settings that are shown and compared do not contain it. */
  const saveSecret = async (
    secret: Partial<Record<OwnAppConfig['secrets_set'][number], string>>,
  ) => {
    setProblem(undefined)
    try {
      const { secrets_set } = await call<OwnAppConfig>('/api/app', 'PATCH', secret)
      setSaved((before) => before && { ...before, secrets_set })
      setApp((before) => before && { ...before, secrets_set })
      return true
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      return false
    }
  }

  const groups = app && {
    app,
    change: (changed: Partial<OwnAppConfig>) => setApp({ ...app, ...changed }),
  }
  return (
    <>
      <header className="head">
        <h1>App settings</h1>
        {app && (
          <p>
            App id <code>{app.id}</code>
          </p>
        )}
      </header>
      {groups && (
        <nav className="jump" aria-label="Settings">
          {Object.entries(parts).map(([id, name]) => (
            <a key={id} href={`#${id}`}>
              {name}
            </a>
          ))}
        </nav>
      )}
      {changed === 0 && <Problem sentence={problem} />}
      {groups && (
        <div className="settings">
          <div>
            <IdentitySettings {...groups} />
            <LoginSettings {...groups} />
            <RuleSettings {...groups} />
            <FactorSettings {...groups} />
            <CaptchaSettings
              {...groups}
              saveSecret={(captcha_secret_key) => saveSecret({ captcha_secret_key })}
            />
            <ProviderSettings />
            <TelegramSettings
              {...groups}
              saveSecret={(telegram_bot_token) => saveSecret({ telegram_bot_token })}
            />
            <FarcasterSettings
              {...groups}
              saveSecret={(farcaster_app_account) => saveSecret({ farcaster_app_account })}
            />
            <OwnLoginSettings {...groups} />
            <WalletSettings {...groups} />
            <SmartWalletSettings {...groups} />
            <DelegationSettings {...groups} />
            <ProgramSettings {...groups} />
            <CrossAppSettings {...groups} />
            <FundingSettings {...groups} saveSecret={saveSecret} />
            <RecoverySettings {...groups} saveSecret={saveSecret} />
            <AccessSettings {...groups} />
            <PeopleSettings {...groups} />
            <TestAccounts />
          </div>
          <Preview app={groups.app} />
        </div>
      )}
      {changed > 0 && (
        <div className="save" role="status">
          <span className="grow">
            <Problem sentence={problem} />
            {changed === 1 ? '1 change' : `${changed} changes`} not saved
          </span>
          <button type="button" className="button quiet" onClick={() => setApp(saved)}>
            Discard
          </button>
          <button
            type="button"
            className="button primary"
            disabled={busy}
            onClick={() => void save()}
          >
            Save
          </button>
        </div>
      )}
    </>
  )
}
