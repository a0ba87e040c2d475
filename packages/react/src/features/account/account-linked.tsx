import { useState } from 'react'
import { linkedDate } from '../../copy/linked-date.js'
import { isExpired } from '../../flow/reactions.js'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useAccountCopy } from '../../modal/use-account-copy.js'
import { useCrossAppLoginCopy } from '../../modal/use-cross-app-login-copy.js'
import { useTask } from '../../modal/use-task.js'
import { splitAccounts } from '../../split-accounts.js'
import { Button } from '../../ui/button.js'
import { describeAccount } from '../../ui/describe-account.js'
import { FullAddress } from '../../ui/full-address.js'
import { KeepOrEnd } from '../../ui/keep-or-end.js'
import { Notice } from '../../ui/notice.js'
import { ProblemLine, ScreenIcon } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'
import { unlinkAccount } from '../../unlink-account.js'
import { useAccountIcon } from './use-account-icon.js'
import { useLinkedApp } from './use-linked-app.js'

const problemId = 'sp-unlink-problem'

/** One linked account: since when, the way to replace it, and to remove it after a confirmation. */
export function AccountLinked({ data, end }: ScreenProps<'ACCOUNT_LINKED_SCREEN'>) {
  const { linked } = data
  const { kit, locale, settings } = useModal()
  const texts = useAccountCopy()
  const [asks, setAsks] = useState(false)
  const { kind, name: ownName } = describeAccount(linked, texts, settings)
  const ownIcon = useAccountIcon(linked.type)
  const linkedApp = useLinkedApp(linked)
  const { name, icon } = linkedApp?.app ?? { name: ownName, icon: ownIcon }
  const { user } = kit.client.state
  const isSole = user === null || splitAccounts(user).logins.length < 2
  // The app's own login ends at the app.
  const isOfApp = linked.type === 'custom_auth'
  const replaces = linked.type === 'email' || linked.type === 'phone'
  const since = linkedDate(linked, locale)
  return (
    <Screen
      title={<bdi className="who">{name === '' ? kind : name}</bdi>}
      image={<ScreenIcon icon={icon} />}
      help={since === null ? kind : texts.account.linkedSince(kind, since)}
    >
      {linkedApp && <AppWallets addresses={linkedApp.addresses} name={name === '' ? kind : name} />}
      {replaces && !asks && (
        <Button
          onPress={() => end('replaces', { method: linked.type === 'email' ? 'email' : 'sms' })}
        >
          {texts.account.change}
        </Button>
      )}
      {isOfApp || isSole ? (
        <Notice tone="plain">{isOfApp ? texts.account.ofApp : texts.account.sole}</Notice>
      ) : asks ? (
        <Removal
          {...{ linked, end, name: name === '' ? kind : name }}
          keep={() => setAsks(false)}
        />
      ) : (
        <Button kind="secondary" onPress={() => setAsks(true)}>
          {texts.account.remove}
        </Button>
      )}
    </Screen>
  )
}

/** The wallets that an account of another app brought along. */
function AppWallets({ addresses, name }: { addresses: readonly string[]; name: string }) {
  const { crossAppLogin } = useCrossAppLoginCopy()
  if (addresses.length === 0) return null
  return (
    <div className="group">
      <h3>{crossAppLogin.wallets(name)}</h3>
      {addresses.map((address) => (
        <FullAddress key={address} address={address} />
      ))}
    </div>
  )
}

function Removal(
  props: Pick<ScreenProps<'ACCOUNT_LINKED_SCREEN'>, 'end'> & {
    linked: ScreenProps<'ACCOUNT_LINKED_SCREEN'>['data']['linked']
    name: string
    keep: () => void
  },
) {
  const { linked, end, name, keep } = props
  const modal = useModal()
  const { kit, announce } = modal
  const { account } = useAccountCopy()
  const removal = useTask(
    async () => {
      await unlinkAccount(kit.client, linked)
      announce(account.removed)
      end('removed', {})
    },
    { onExpired: (problem) => end('failed', problem) },
  )
  const { problem } = removal
  return (
    <>
      <Notice tone="warning">{account.removeHelp(name)}</Notice>
      <ProblemLine
        id={problemId}
        text={problem && !isExpired(problem) ? explain(problem, modal) : null}
      />
      <KeepOrEnd
        task={removal}
        problemId={problemId}
        onKeep={keep}
        end={account.confirmRemove}
        focusEnd
      />
    </>
  )
}
