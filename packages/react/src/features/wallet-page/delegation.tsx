import { delegation } from '@sallyport/core'
import { useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useTask } from '../../modal/use-task.js'
import { useWalletPageCopy } from '../../modal/use-wallet-page-copy.js'
import { WalletPage } from '../../modal/wallet-page.js'
import { Button } from '../../ui/button.js'
import { ProblemLine, ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'

const problemId = 'sp-revoke-problem'

/** Lets the user allow the app's back end to act with a wallet, in the wallet's own page: only a press there allows it. */
export function DelegatedActionsConsent({
  data: { wallet },
  end,
}: ScreenProps<'EMBEDDED_WALLET_DELEGATED_ACTIONS_CONSENT_SCREEN'>) {
  const { kit, settings } = useModal()
  const { walletPage } = useWalletPageCopy()
  const [isAllowed, setAllowed] = useState(false)
  return (
    <WalletPage
      title={walletPage.delegateTitle(settings.appName)}
      help={walletPage.delegateHelp}
      asked={{ task: 'delegation', wallet }}
      onFinished={async ({ address }) => {
        if (address === null) return end('closed', {})
        setAllowed(true)
        // The account says so with the next reading; what was allowed does not depend on it.
        await delegation.noteDelegated(kit.client).catch(() => undefined)
      }}
      onClose={() => (isAllowed ? end('allowed', {}) : end('closed', {}))}
    />
  )
}

/** Ends at once what the app's back end may do with the user's wallets. */
export function DelegatedActionsRevoke({
  end,
}: ScreenProps<'EMBEDDED_WALLET_DELEGATED_ACTIONS_REVOKE_SCREEN'>) {
  const modal = useModal()
  const { kit, announce } = modal
  const { walletPage } = useWalletPageCopy()
  const [isRevoked, setRevoked] = useState(false)
  const revoking = useTask(async () => {
    await delegation.revoke(kit.client)
    announce(walletPage.revoked)
    setRevoked(true)
  })
  const { problem } = revoking
  if (isRevoked) {
    return (
      <Screen
        title={walletPage.revoked}
        help={walletPage.revokedHelp}
        image={<ScreenIcon icon="check" tone="success" />}
      >
        <Button onPress={() => end('revoked', {})}>{walletPage.done}</Button>
      </Screen>
    )
  }
  return (
    <Screen
      title={walletPage.revokeTitle}
      help={walletPage.revokeHelp}
      image={<ScreenIcon icon="lock" />}
    >
      <ProblemLine id={problemId} text={problem && explain(problem, modal)} />
      <div className="rows">
        <Button
          kind="danger"
          onPress={revoking.start}
          busy={revoking.busy}
          describedBy={problem ? problemId : undefined}
        >
          {walletPage.revoke}
        </Button>
        <Button kind="secondary" onPress={() => end('closed', {})} disabled={revoking.busy}>
          {walletPage.keep}
        </Button>
      </div>
      <StillWorking task={revoking} />
    </Screen>
  )
}
