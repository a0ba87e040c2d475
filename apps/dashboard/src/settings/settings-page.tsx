import type { OwnAppConfig } from '@sallyport/contract'
import { useEffect, useState } from 'react'
import { call } from '../call.js'
import { Problem } from '../ui/problem.js'
import { AccessSettings } from './access-settings.js'
import { changesBetween } from './changes.js'
import { IdentitySettings } from './identity-settings.js'
import { LoginSettings } from './login-settings.js'
import { Preview } from './preview.js'
import { WalletSettings } from './wallet-settings.js'

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
      <Problem sentence={problem} />
      {groups && (
        <div className="settings">
          <div>
            <IdentitySettings {...groups} />
            <LoginSettings {...groups} />
            <WalletSettings {...groups} />
            <AccessSettings {...groups} />
          </div>
          <Preview app={groups.app} />
        </div>
      )}
      {changed > 0 && (
        <div className="save" role="status">
          <span className="grow">
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
