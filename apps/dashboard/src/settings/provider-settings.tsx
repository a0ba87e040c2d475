import { isCustomProvider, type OAuthCredentials, oauthProviderNames } from '@sallyport/contract'
import { Problem } from '../ui/problem.js'
import { useLoaded } from '../use-loaded.js'
import { AddProvider } from './add-provider.js'
import { ProviderForm } from './provider-form.js'

/** The app's credentials at OAuth providers. Each provider is saved by itself. */
export function ProviderSettings() {
  const { value, problem, isBusy, run } = useLoaded<{ providers: OAuthCredentials[] }>(
    '/api/app/providers',
  )
  const [first] = value?.providers ?? []
  return (
    <section className="card" aria-labelledby="providers">
      <h2 id="providers">Provider credentials</h2>
      <p className="help">
        In the sandbox every provider is simulated and set up. Register your app at a provider for
        real logins. Secrets are stored encrypted and never shown again.
      </p>
      <Problem sentence={problem} />
      <div className="folds">
        {value?.providers.map((credentials) => (
          <details key={credentials.provider}>
            <summary>
              <span className="grow">{nameOf(credentials)}</span>
              <small>{describeState(credentials)}</small>
            </summary>
            <ProviderForm
              key={JSON.stringify(credentials)}
              name={nameOf(credentials)}
              credentials={credentials}
              isBusy={isBusy}
              run={run}
            />
          </details>
        ))}
        {first && <AddProvider callbackUrl={first.callback_url} isBusy={isBusy} run={run} />}
      </div>
    </section>
  )
}

function nameOf({ provider, custom }: OAuthCredentials): string {
  return isCustomProvider(provider)
    ? (custom?.display_name ?? provider)
    : oauthProviderNames[provider]
}

function describeState({ client_id, has_secret }: OAuthCredentials): string {
  if (client_id === null) return 'No credentials'
  if (!has_secret) return 'Secret missing'
  return client_id.startsWith('sandbox-') ? 'Simulated' : 'Set up'
}
