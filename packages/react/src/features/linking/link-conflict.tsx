import { useState } from 'react'
import { isExpired } from '../../flow/reactions.js'
import type { LinkConflict as Conflict, ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useAccountCopy } from '../../modal/use-account-copy.js'
import { useTask } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { Address } from '../../ui/copy-button.js'
import { Notice } from '../../ui/notice.js'
import { Fact, Facts, ProblemLine, ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'

const problemId = 'sp-conflict-problem'

/**
 * An account to link belongs to another user: shows what that user holds, and moves the account here or leaves it. The
 * other user is deleted, so one with a wallet takes a confirmation first.
 */
export function LinkConflict({ data, end }: ScreenProps<'LINK_CONFLICT_SCREEN'>) {
  const { conflict } = data
  const modal = useModal()
  const { link } = useAccountCopy()
  const [confirmed, setConfirmed] = useState(false)
  const hasWallet = conflict.otherWallets.length > 0
  const move = useTask(async () => end('linked', await conflict.transfer()), {
    onFailed: (problem) => end('failed', problem),
    onExpired: (problem) => end('failed', problem),
  })
  const problem = move.problem && !isExpired(move.problem) ? explain(move.problem, modal) : null
  return (
    <Screen
      title={link.conflictTitle}
      image={<ScreenIcon icon="users" tone={hasWallet ? 'warning' : 'plain'} busy={move.busy} />}
      help={link.conflictHelp(conflict.account.displayName, modal.settings.appName)}
      foot={!hasWallet && <p>{link.conflictDeletes}</p>}
    >
      <Other conflict={conflict} />
      {hasWallet && (
        <>
          <Notice tone="danger" title={link.conflictWalletTitle}>
            <p>{link.conflictWallet}</p>
          </Notice>
          <label className="check">
            <input
              type="checkbox"
              checked={confirmed}
              onChange={(event) => setConfirmed(event.target.checked)}
            />
            <span>{link.conflictConfirm}</span>
          </label>
        </>
      )}
      <ProblemLine id={problemId} text={problem} />
      <div className="rows">
        <Button
          kind={hasWallet ? 'secondary' : 'primary'}
          onPress={move.start}
          busy={move.busy}
          disabled={hasWallet && !confirmed}
          describedBy={problem ? problemId : undefined}
        >
          {link.move}
        </Button>
        <Button
          kind={hasWallet ? 'primary' : 'secondary'}
          disabled={move.busy}
          onPress={() => end('kept', {})}
        >
          {link.keep}
        </Button>
        <StillWorking task={move} />
      </div>
    </Screen>
  )
}

/** What the other user holds, as far as the server says. */
function Other({ conflict }: { conflict: Conflict }) {
  const { link } = useAccountCopy()
  const { wallet } = useModal().copy
  return (
    <Facts>
      <Fact label={link.otherAccount}>
        <bdi>{conflict.account.displayName}</bdi>
      </Fact>
      {conflict.otherWallets.map((address) => (
        <Fact key={address} label={address.startsWith('0x') ? wallet.ethereum : wallet.solana}>
          <Address address={address} />
        </Fact>
      ))}
    </Facts>
  )
}
