import { call } from '../call.js'
import { Icon } from '../ui/icon.js'
import { Problem } from '../ui/problem.js'
import { useLoaded } from '../use-loaded.js'

/** A test account as the server answers it. */
interface TestAccount {
  id: string
  email: string
  phone_number: string
  otp_code: string
}

const path = '/api/app/test-accounts'

/** Accounts whose code stays the same, for tests. Changes are saved at once. */
export function TestAccounts() {
  const { value, problem, isBusy, run } = useLoaded<{ data: TestAccount[] }>(path)
  const accounts = value?.data ?? []
  return (
    <section className="card" aria-labelledby="test-accounts">
      <h2 id="test-accounts">Test accounts</h2>
      <p className="help">
        For automated tests and app reviews: these get no message, and their code stays the same.
        Only in development apps.
      </p>
      <Problem sentence={problem} />
      {accounts.length > 0 && (
        <ul className="rows list" aria-label="Test accounts">
          {accounts.map(({ id, email, phone_number, otp_code }) => (
            <li key={id}>
              <span className="grow" dir="ltr">
                <span>{email}</span>
                <small>{phone_number}</small>
              </span>
              <code title="Code">{otp_code}</code>
              <button
                type="button"
                className="button quiet icon-only"
                aria-label={`Remove ${email}`}
                disabled={isBusy}
                onClick={() => void run(() => call(`${path}?id=${id}`, 'DELETE'))}
              >
                <Icon name="trash" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() => void run(() => call(path, 'POST', {}))}
        >
          Add a test account
        </button>
      </div>
    </section>
  )
}
