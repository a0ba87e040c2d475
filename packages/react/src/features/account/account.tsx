import { shorten } from '@sallyport/contract/requests'
import type { Account as LinkedAccount, WalletAccount } from '@sallyport/core'
import { useEffect, useSyncExternalStore } from 'react'
import type { Linked, ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useAccountCopy } from '../../modal/use-account-copy.js'
import { type Balance, useBalances } from '../../modal/use-balance.js'
import { useMfaCopy } from '../../modal/use-mfa-copy.js'
import { useSharingCopy } from '../../modal/use-sharing-copy.js'
import { useTask } from '../../modal/use-task.js'
import { splitAccounts } from '../../split-accounts.js'
import { Button } from '../../ui/button.js'
import { describeAccount, keyOf } from '../../ui/describe-account.js'
import { Identicon } from '../../ui/identicon.js'
import { Notice } from '../../ui/notice.js'
import { Screen } from '../../ui/screen.js'
import { AccountRow } from './account-row.js'
import { activityIcon, appsIcon, devicesIcon } from './device-icons.js'
import { useAccountIcon } from './use-account-icon.js'
import { useLinkedApp } from './use-linked-app.js'
import { userName } from './user-name.js'

/** Who is logged in, what is linked, and the user's wallets. */
export function Account({ data, end }: ScreenProps<'ACCOUNT_SCREEN'>) {
  const { kit, copy, settings } = useModal()
  const texts = useAccountCopy()
  const user = useSyncExternalStore(kit.client.subscribe, () => kit.client.state.user)
  const leave = useTask(async () => {
    await kit.logout(true)
    end('closed', {})
  })
  if (user === null) return <LoggedOut onClose={() => end('closed', {})} />
  const { logins, wallets, smartWallets } = splitAccounts(user)
  return (
    <Screen
      title={<bdi className="who">{userName(user, texts)}</bdi>}
      image={<Identicon address={user.id} />}
      help={texts.account.loggedInTo(settings.appName)}
    >
      {data.added && <Added linked={data.added} />}
      <div className="group">
        <h3>{texts.account.logins}</h3>
        <div className="rows">
          {logins.map((account) => (
            <LoginRow
              key={keyOf(account)}
              account={account}
              open={() => end('linkedAccount', { linked: account })}
            />
          ))}
          <AccountRow icon="plus" name={texts.account.add} open={() => end('adds', {})} />
        </div>
      </div>
      {wallets.length > 0 && (
        <div className="group">
          <h3>{texts.account.wallets}</h3>
          <div className="rows">
            {wallets.map((wallet) => (
              <WalletRow
                key={`${wallet.chainType}:${wallet.address}`}
                wallet={wallet}
                open={() => end('wallet', { wallet })}
              />
            ))}
            {smartWallets.map((account) => (
              <LoginRow
                key={keyOf(account)}
                account={account}
                open={() => end('linkedAccount', { linked: account })}
              />
            ))}
            <ImportRow />
          </div>
        </div>
      )}
      <Security end={end} mfaMethods={user.mfaMethods} />
      <Button kind="secondary" onPress={leave.start} busy={leave.busy}>
        {texts.account.logOut}
      </Button>
      {user.isGuest && <p className="note">{copy.landing.guestNote}</p>}
    </Screen>
  )
}

/** Lets the user add a wallet they have, above the sheet. */
function ImportRow() {
  const { kit } = useModal()
  const { account } = useAccountCopy()
  const add = () =>
    kit.modal.open(
      { goal: 'import', chainType: 'ethereum' },
      {
        place: 'above',
        // The sheet below shows the new wallet once the user is read again. What fails is there after the next reading.
        onEnd: ({ at }) =>
          at === 'done' && void kit.client.session.refresh().catch(() => undefined),
        fail: (error) => console.error('[Sallyport]', error.message),
      },
    )
  return <AccountRow icon="plus" name={account.importWallet} open={add} />
}

/** Says what was just linked. */
function Added({ linked: { account } }: { linked: Linked }) {
  const { announce } = useModal()
  const texts = useAccountCopy()
  const kinds: Record<string, string | undefined> = texts.account.kinds
  const text = texts.account.added((account && kinds[account.type]) ?? texts.account.someLogin)
  useEffect(() => announce(text), [announce, text])
  return (
    <Notice tone="plain" icon="check">
      {text}
    </Notice>
  )
}

/** Two-step verification, where the app offers it or the user has it, and the devices. */
function Security(props: {
  end: ScreenProps<'ACCOUNT_SCREEN'>['end']
  mfaMethods: readonly string[]
}) {
  const { end, mfaMethods } = props
  const { settings } = useModal()
  const { security } = useMfaCopy()
  const { sharing } = useSharingCopy()
  const isOn = mfaMethods.length > 0
  const hasTwoStep = isOn || settings.mfaMethods.length > 0
  return (
    <div className="group">
      <h3>{security.heading}</h3>
      <div className="rows">
        {hasTwoStep && (
          <AccountRow
            icon="lock"
            name={security.twoStep}
            values={[isOn ? security.on : security.off]}
            open={() => end('twoStep', {})}
          />
        )}
        <AccountRow icon={devicesIcon} name={security.devices} open={() => end('devices', {})} />
        <AccountRow icon={appsIcon} name={sharing.apps} open={() => end('apps', {})} />
        <AccountRow icon={activityIcon} name={security.activity} open={() => end('activity', {})} />
      </div>
    </div>
  )
}

function LoginRow({ account, open }: { account: LinkedAccount; open: () => void }) {
  const { kind, name: ownName } = describeAccount(account, useAccountCopy(), useModal().settings)
  const ownIcon = useAccountIcon(account.type)
  const app = useLinkedApp(account)?.app
  const { name, icon } = app ?? { name: ownName, icon: ownIcon }
  if (name === '') return <AccountRow icon={icon} name={kind} open={open} />
  return <AccountRow icon={icon} name={name} note={kind} open={open} />
}

function WalletRow({ wallet, open }: { wallet: WalletAccount; open: () => void }) {
  const { account } = useAccountCopy()
  const [first, ...others] = useBalances(wallet)
  // Networks without a balance would say nothing.
  const values = [first?.text, ...others.filter(({ units }) => units).map(onNetwork)]
  const chains: Record<string, string> = account.chains
  return (
    <AccountRow
      icon="wallet"
      name={shorten(first?.network?.address ?? wallet.address)}
      note={chains[wallet.chainType] ?? wallet.chainType}
      values={values.filter((value) => typeof value === 'string')}
      open={open}
    />
  )
}

/** A balance with its network, which its coin alone does not tell. */
function onNetwork({ network, text }: Balance): string {
  return `${text} · ${network?.name}`
}

/** Another tab logged the user out while the sheet was open. */
function LoggedOut({ onClose }: { onClose: () => void }) {
  const { copy } = useModal()
  const { account } = useAccountCopy()
  return (
    <Screen title={account.loggedOut}>
      <Button onPress={onClose}>{copy.shell.close}</Button>
    </Screen>
  )
}
