import type { ReactNode } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useOAuthCopy } from '../../modal/use-oauth-copy.js'
import { useOAuthVisit } from '../../modal/use-oauth-visit.js'
import { Button, QuietButton } from '../../ui/button.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'
import { useGlyph } from '../../ui/use-glyph.js'
import { providerName } from './names.js'

/** Waits for a login at a provider, in a window or after the return in this tab, and completes it. */
export function AwaitingOAuthScreen(props: ScreenProps<'AWAITING_OAUTH_SCREEN'>) {
  const { provider } = props.data
  const modal = useModal()
  const copy = useOAuthCopy()
  const icon = useGlyph(provider)
  const name = providerName(provider, modal.settings)
  const { stage, task, open, redirect } = useOAuthVisit(props)
  const { problem } = task
  if (problem) {
    const isCancelled = problem.code === 'oauth_user_denied'
    return (
      <Screen
        title={isCancelled ? copy.oauth.cancelledTitle : copy.oauth.failedTitle(name)}
        help={
          problem.code === 'invalid_credentials'
            ? copy.oauth.refused(name)
            : explain(problem, modal)
        }
        image={<ScreenIcon icon={icon} tone={isCancelled ? 'plain' : 'danger'} />}
      >
        <Button onPress={open}>{copy.shell.retry}</Button>
      </Screen>
    )
  }
  if (stage === 'ask' || stage === 'blocked') {
    const isBlocked = stage === 'blocked'
    const logsIn = props.data.intent === 'login'
    const askTitle = logsIn ? copy.landing.withProvider(name) : copy.oauth.linkTitle(name)
    return (
      <Screen
        title={isBlocked ? copy.oauth.blockedTitle : askTitle}
        help={isBlocked ? copy.oauth.blockedHelp(name) : copy.oauth.linkHelp(name)}
        image={<ScreenIcon icon={icon} tone={isBlocked ? 'warning' : 'plain'} />}
      >
        <div className="rows">
          <Button onPress={open}>
            {isBlocked ? copy.oauth.openAgain : copy.landing.withProvider(name)}
          </Button>
          {isBlocked && <QuietButton onPress={redirect}>{copy.oauth.sameTab}</QuietButton>}
        </div>
      </Screen>
    )
  }
  const content: Record<typeof stage, ReactNode> = {
    window: null,
    closed: (
      <QuietButton onPress={open} strong>
        {copy.oauth.closed}
      </QuietButton>
    ),
    leaving: <StillWorking task={task} way={null} />,
    verifying: <StillWorking task={task} way={null} />,
  }
  const isAway = stage === 'window' || stage === 'closed'
  return (
    <Screen
      title={stage === 'verifying' ? copy.oauth.verifyingTitle : copy.oauth.waitingTitle(name)}
      help={isAway ? copy.oauth.waitingHelp : undefined}
      image={<ScreenIcon icon={icon} busy />}
    >
      {content[stage]}
    </Screen>
  )
}
