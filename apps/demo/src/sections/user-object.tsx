import { useUser } from '@sallyport/react'
import { Section } from '../section.js'

/** The user object that `useUser()` returns. */
export function UserObject() {
  const { user } = useUser()
  return (
    <Section id="user" title="User" help="What useUser() returns">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre data-testid="user" tabIndex={0} dir="ltr">
        {JSON.stringify(user, null, 2)}
      </pre>
    </Section>
  )
}
