import type { LaboratoryState, ShownIntent } from './state.js'

const names: Readonly<Record<string, string>> = {
  pending: 'Waiting',
  processing: 'In progress',
  executed: 'Done',
  failed: 'Failed',
  expired: 'Expired',
  rejected: 'Rejected',
  dismissed: 'Dismissed',
}

/** Requests of the treasury: those that wait with their approvals, and how the last ones ended. */
export function IntentList({
  state: { intents, approver },
  busy,
  approve,
}: {
  state: LaboratoryState
  /** What is being done: the id of an intent, or a play. */
  busy: string | undefined
  approve: (id: string) => void
}) {
  return (
    <section className="card" aria-labelledby="requests">
      <h2 id="requests">Requests of the treasury</h2>
      {intents.length === 0 ? (
        <p className="help">
          Nothing waits. Play “Pay from the treasury”: the back end’s signature is one of two.
        </p>
      ) : (
        <ul className="intent-list">
          {intents.map((intent) => (
            <li key={intent.id}>
              <span className={`tag ${intent.status}`}>{names[intent.status]}</span>
              <span>
                {intent.signed} of {intent.needed} approvals
                <small>{momentOf(intent)}</small>
              </span>
              {intent.status === 'pending' && (
                <span className="intent-actions">
                  <button
                    type="button"
                    className="button"
                    disabled={busy !== undefined}
                    onClick={() => approve(intent.id)}
                  >
                    Approve by the second key
                  </button>
                  {intent.approvalUrl && (
                    <a
                      className="button primary"
                      href={intent.approvalUrl}
                      target="_blank"
                      rel="noreferrer"
                    >
                      Open the approval page
                    </a>
                  )}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="help">
        On the approval page, log in as <code>{approver}</code>: the code is in the inbox.
      </p>
    </section>
  )
}

function momentOf({ status, createdAt, expiresAt }: ShownIntent): string {
  const at = status === 'pending' ? expiresAt : createdAt
  const moment = new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
  return status === 'pending' ? `until ${moment}` : moment
}
