import { useUser } from '@sallyport/react'

/** The user as the app's code sees it. */
export function UserObject() {
  const { user } = useUser()
  return (
    <section className="card" id="user" aria-labelledby="user-title">
      <h2 id="user-title">User</h2>
      <p className="help">What useUser() gives your code</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre data-testid="user" tabIndex={0} dir="ltr">
        {JSON.stringify(user, null, 2)}
      </pre>
    </section>
  )
}
