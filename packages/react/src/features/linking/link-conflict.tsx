import type { WalletAccount } from '@sallyport/core'
import { useState, useSyncExternalStore } from 'react'
import { isExpired } from '../../flow/reactions.js'
import type { LinkConflict as Conflict, ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useAccountCopy } from '../../modal/use-account-copy.js'
import { useBalances } from '../../modal/use-balance.js'
import { useTask } from '../../modal/use-task.js'
import { splitAccounts } from '../../split-accounts.js'
import { Button } from '../../ui/button.js'
import { Address } from '../../ui/copy-button.js'
import { describeAccount, keyOf } from '../../ui/describe-account.js'
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
    >
      <Own />
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
      {!hasWallet && <p className="note">{link.conflictDeletes}</p>}
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

/** What the user who is logged in holds. */
function Own() {
  const { kit, settings } = useModal()
  const texts = useAccountCopy()
  const user = useSyncExternalStore(kit.client.subscribe, () => kit.client.state.user)
  if (user === null) return null
  const { logins, wallets } = splitAccounts(user)
  return (
    <div className="group">
      <h3>{texts.link.thisAccount}</h3>
      <Facts>
        {logins.map((account) => {
          const { kind, name } = describeAccount(account, texts, settings)
          return (
            <Fact key={keyOf(account)} label={kind}>
              <bdi>{name}</bdi>
            </Fact>
          )
        })}
        {wallets.map(({ address, chainType }) => (
          <WalletFact key={`${chainType}:${address}`} {...{ address, chainType }} />
        ))}
      </Facts>
    </div>
  )
}

/** What the other user holds, as far as the server says: it offers to move only their sole account. */
function Other({ conflict }: { conflict: Conflict }) {
  const { link, account: accountCopy } = useAccountCopy()
  const kinds: Record<string, string> = accountCopy.kinds
  const { type, displayName } = conflict.account
  return (
    <div className="group">
      <h3>{link.otherAccount}</h3>
      <Facts>
        <Fact
          label={kinds[type] ?? type}
          note={conflict.otherWallets.length === 0 ? link.conflictHolds : undefined}
        >
          <bdi>{displayName}</bdi>
        </Fact>
        {conflict.otherWallets.map((address) => (
          <WalletFact
            key={address}
            address={address}
            chainType={address.startsWith('0x') ? 'ethereum' : 'solana'}
          />
        ))}
      </Facts>
    </div>
  )
}

/** A wallet with its balances, where they are known. */
function WalletFact(wallet: Pick<WalletAccount, 'address' | 'chainType'>) {
  const { address, chainType } = wallet
  const { account } = useAccountCopy()
  const chains: Record<string, string> = account.chains
  const balances = useBalances(wallet)
  const known = balances.flatMap(({ text, units }, at) =>
    text && (at === 0 || units) ? [text] : [],
  )
  const failed = known.length === 0 && balances.some((each) => each.failed)
  return (
    <Fact
      label={chains[chainType] ?? chainType}
      note={failed ? account.noBalance : known.join(' · ') || undefined}
    >
      <Address address={address} />
    </Fact>
  )
}
