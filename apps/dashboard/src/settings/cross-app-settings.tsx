import type { CrossAppSettings as Settings } from '@sallyport/contract'
import { Field } from '../ui/field.js'
import { Switch } from '../ui/switch.js'
import { CrossAppList } from './cross-app-list.js'
import type { SettingsProps } from './settings-page.js'

const nothing: Settings = { providers: [], page_url: null, requesters: [], requester_sites: [] }

/** The apps that this one takes wallets from, and those that it lends its users’ wallets to. */
export function CrossAppSettings({ app, change }: SettingsProps) {
  const settings = app.cross_app ?? nothing
  const { page_url: page, providers, requesters, requester_sites: sites } = settings
  const save = (next: Partial<Settings>) => {
    const changed = { ...settings, ...next }
    const isEmpty = JSON.stringify(changed) === JSON.stringify(nothing)
    change({ cross_app: isEmpty ? null : changed })
  }
  const appEntries = (entries: Settings['requesters']) =>
    entries.map(({ app_id: value, read_only }) => ({ value, readOnly: read_only }))
  const appList = (entries: { value: string; readOnly: boolean }[]) =>
    entries.map(({ value, readOnly }) => ({ app_id: value, read_only: readOnly }))
  return (
    <section className="card" aria-labelledby="cross-app">
      <h2 id="cross-app">Other apps</h2>
      <Switch
        label="Other apps may ask for wallets"
        help="Users decide on each app, on a page of this one."
        checked={page !== null}
        onChange={(isOn) => save({ page_url: isOn ? '' : null })}
      />
      {page !== null && (
        <>
          <Field
            label="Page that asks"
            value={page}
            placeholder="https://app.example.com/"
            help="On a domain of this app, with the provider mounted. Not isolated: no Cross-Origin-Opener-Policy: same-origin."
            onChange={(page_url) => save({ page_url })}
          />
          <CrossAppList
            title="Apps that may ask"
            label="App id"
            entries={appEntries(requesters)}
            onChange={(entries) => save({ requesters: appList(entries) })}
          />
          <CrossAppList
            title="Sites that may ask, by the wagmi connector"
            label="Origin"
            placeholder="https://shop.example.com"
            entries={sites.map(({ origin, name, read_only }) => ({
              value: origin,
              name,
              readOnly: read_only,
            }))}
            isNamed
            onChange={(entries) =>
              save({
                requester_sites: entries.map(({ value, name = '', readOnly }) => ({
                  origin: value,
                  name,
                  read_only: readOnly,
                })),
              })
            }
          />
        </>
      )}
      <CrossAppList
        title="Apps whose users may bring their wallets"
        label="App id"
        entries={appEntries(providers)}
        onChange={(entries) => save({ providers: appList(entries) })}
      />
    </section>
  )
}
