import type { EntryProps } from '../flow/login-method.js'
import type { IconShape } from '../ui/icons.js'
import { Row } from '../ui/row.js'
import { useModal } from './modal-context.js'
import { useLastLogin } from './use-last-login.js'

/** The entry of a method that has a screen of its own: a row of the first screen that leads there. */
export function choiceRow(given: {
  /** The service's own name. */
  service: string
  icon: IconShape
  outcome: 'farcaster' | 'telegram'
}) {
  const { service, icon, outcome } = given
  return function ChoiceRow({ end, wasLast, blocked }: EntryProps) {
    const { copy } = useModal()
    const last = useLastLogin(wasLast)
    const name = copy.landing.withProvider(service)
    return <Row {...{ name, icon, ...last }} disabled={blocked} onPress={() => end(outcome, {})} />
  }
}
