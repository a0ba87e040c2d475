import { user } from '@sallyport/core'
import { useLayoutEffect, useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useTask } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { LegalLinks } from '../../ui/legal-line.js'
import { ProblemLine, ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'

const problemId = 'sp-consent-problem'

/** Asks for a yes to the app's terms; a no logs out. It cannot be closed past. */
export function AffirmativeConsent({ data, end }: ScreenProps<'AFFIRMATIVE_CONSENT_SCREEN'>) {
  const modal = useModal()
  const { kit, copy, settings, guardClose } = modal
  const [agreed, setAgreed] = useState(false)
  // Before anything is drawn: there is no close button to press.
  useLayoutEffect(() => guardClose('never'), [guardClose])
  const accept = useTask(
    async () => {
      const changed = await user.acceptTerms(kit.client)
      end('accepted', { login: { ...data.login, user: changed } })
    },
    { onExpired: (problem) => end('failed', problem) },
  )
  const decline = useTask(async () => {
    await kit.logout(true)
    end('declined', {})
  })
  const problem = accept.problem ?? decline.problem
  return (
    <Screen
      title={copy.consent.title}
      help={copy.consent.help(settings.appName)}
      image={<ScreenIcon icon="file" />}
      foot={<p>{copy.consent.declineNote}</p>}
    >
      <label className="check">
        <input
          type="checkbox"
          checked={agreed}
          data-autofocus=""
          onChange={(event) => setAgreed(event.target.checked)}
        />
        <span>
          {copy.consent.agreeBefore}
          <LegalLinks />
        </span>
      </label>
      <ProblemLine id={problemId} text={problem && explain(problem, modal)} />
      <div className="rows">
        <Button
          onPress={accept.start}
          disabled={!agreed}
          busy={accept.busy}
          describedBy={problem ? problemId : undefined}
        >
          {copy.consent.accept}
        </Button>
        <Button kind="secondary" onPress={decline.start} busy={decline.busy}>
          {copy.consent.decline}
        </Button>
        <StillWorking task={accept.busy ? accept : decline} />
      </div>
    </Screen>
  )
}
