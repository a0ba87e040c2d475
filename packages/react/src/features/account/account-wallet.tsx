import { automaticRecoveryMethod } from '@sallyport/contract'
import { user as users, type WalletAccount } from '@sallyport/core'
import { useState, useSyncExternalStore } from 'react'
import type { RecoveryCopy } from '../../copy/en-recovery.js'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { WalletNotKept } from '../../modal/late-browser-notes.js'
import { useModal } from '../../modal/modal-context.js'
import { useAccountCopy } from '../../modal/use-account-copy.js'
import { type Balance, useBalances } from '../../modal/use-balance.js'
import { usePrice, worthOf } from '../../modal/use-price.js'
import { useRecoveryCopy } from '../../modal/use-recovery-copy.js'
import { useTask } from '../../modal/use-task.js'
import { useWalletPageCopy } from '../../modal/use-wallet-page-copy.js'
import { Button } from '../../ui/button.js'
import { FullAddress } from '../../ui/full-address.js'
import { Notice } from '../../ui/notice.js'
import { Fact, Facts, Skeleton } from '../../ui/parts.js'
import { QrCode } from '../../ui/qr-code.js'
import { Screen } from '../../ui/screen.js'
import { SentList } from './sent-list.js'
import { useLastRehearsal } from './use-last-rehearsal.js'
import { WalletTokens } from './wallet-tokens.js'

const noBalance: Balance = { network: null, units: null, failed: false, text: null }

/** One wallet: its balance, its address to copy or scan, and the way to send. */
export function AccountWallet({ data, end }: ScreenProps<'ACCOUNT_WALLET_SCREEN'>) {
  const { copy } = useModal()
  const { account } = useAccountCopy()
  const { wallet } = data
  const [reading, setReading] = useState(0)
  const balances = useBalances(wallet, reading)
  const [balance = noBalance] = balances
  const chains: Record<string, string> = account.chains
  const chain = chains[wallet.chainType] ?? wallet.chainType
  // Bitcoin's networks spell an address each in its own way, so it is shown once the network is known.
  const isSpelled = balance.network !== null || !wallet.chainType.startsWith('bitcoin-')
  const address = balance.network?.address ?? wallet.address
  const canSend = users.isEmbedded(wallet) && balance.network !== null
  return (
    <Screen
      title={<bdi className="balance">{balance.text ?? <Waiting failed={balance.failed} />}</bdi>}
      help={account.onNetwork(chain, balance.network?.name ?? '')}
      foot={<p>{account.receiveNote(chain)}</p>}
    >
      <Worth balance={balance} />
      <div className="centre">
        {isSpelled && <QrCode text={address} label={account.qrLabel(address)} />}
      </div>
      <div className="centre">{isSpelled && <FullAddress address={address} />}</div>
      {balances.length > 1 && (
        <div className="group">
          <h3>{account.networks}</h3>
          <Facts>
            {balances.map(({ network, text, failed }) => (
              <Fact key={network?.name} label={network?.name ?? ''}>
                {text ?? (failed ? account.noBalance : <Skeleton width={80} />)}
              </Fact>
            ))}
          </Facts>
        </div>
      )}
      <WalletTokens networks={balances.flatMap(({ network }) => network ?? [])} />
      <SentList address={wallet.address} />
      {users.isEmbedded(wallet) && <WalletNotKept />}
      {users.isEmbedded(wallet) && <Backup wallet={wallet} end={end} />}
      {canSend ? (
        <>
          <Button onPress={() => end('sends', { wallet })}>{account.send}</Button>
          <AddFunds wallet={wallet} onDone={() => setReading((before) => before + 1)} />
        </>
      ) : (
        <Button kind="secondary" onPress={() => end('finished', {})}>
          {copy.shell.close}
        </Button>
      )}
    </Screen>
  )
}

/** About what the balance is worth, where a price is known. */
function Worth({ balance: { network, units } }: { balance: Balance }) {
  const { locale } = useModal()
  const price = usePrice(network && { network: network.id, token: null, symbol: network.symbol })
  if (network === null || price === null || !units) return null
  return (
    <p className="worth centre">
      <bdi>≈ {worthOf(price, { units, decimals: network.decimals, locale })}</bdi>
    </p>
  )
}

/** Opens the screens that add money above the sheet, where the app has set them up. */
function AddFunds({ wallet, onDone }: { wallet: WalletAccount; onDone: () => void }) {
  const modal = useModal()
  const { kit } = modal
  const { account } = useAccountCopy()
  const { client } = kit
  const config = useSyncExternalStore(client.subscribe, () => client.state.config)
  const isSetUp = config?.funding_config !== undefined || config?.fiat_on_ramp_enabled === true
  const fund = useTask(async () => {
    const { openFor } = await import('../../funding-calls.js')
    await openFor(kit, wallet)
    onDone()
  })
  if (!isSetUp || wallet.chainType.startsWith('bitcoin-')) return null
  return (
    <>
      {fund.problem && <Notice tone="danger">{explain(fund.problem, modal)}</Notice>}
      <Button kind="secondary" onPress={fund.start} busy={fund.busy}>
        {account.addFunds}
      </Button>
    </>
  )
}

/** What the user can do so that the wallet is not lost. */
function Backup({
  wallet,
  end,
}: {
  wallet: WalletAccount
  end: ScreenProps<'ACCOUNT_WALLET_SCREEN'>['end']
}) {
  const { walletPage } = useWalletPageCopy()
  const { recovery } = useRecoveryCopy()
  const { config } = useModal().kit.client.state
  const offers = config?.embedded_wallet_config.user_owned_recovery_options
  const last = useLastRehearsal()
  const isAutomatic = (wallet.recoveryMethod ?? automaticRecoveryMethod) === automaticRecoveryMethod
  // A wallet that has one can also be given automatic recovery.
  const hasChoice = !isAutomatic || offers?.some((each) => each !== 'user-passcode')
  return (
    <div className="group">
      <h3>{walletPage.actions}</h3>
      <p className="note">{textOf(wallet, recovery)}</p>
      <div className="pair">
        <Button kind="secondary" onPress={() => end('rehearses', { wallet })}>
          {walletPage.rehearsalAction}
        </Button>
        <Button kind="secondary" onPress={() => end('exports', { wallet })}>
          {walletPage.exportAction}
        </Button>
      </div>
      {offers !== undefined && offers.length > 0 && (
        <Button kind="secondary" onPress={() => end('changesRecovery', { wallet })}>
          {hasChoice ? recovery.manage : recovery.set}
        </Button>
      )}
      {wallet.delegated && (
        <>
          <p className="note">{walletPage.delegated}</p>
          <Button kind="secondary" onPress={() => end('revokes', {})}>
            {walletPage.revoke}
          </Button>
        </>
      )}
      {last && <p className="note">{walletPage.lastTest(last)}</p>}
    </div>
  )
}

/** How the wallet comes back on a new device. */
function textOf(
  { recoveryMethod = automaticRecoveryMethod }: WalletAccount,
  texts: RecoveryCopy['recovery'],
): string {
  if (recoveryMethod === automaticRecoveryMethod) return texts.automatic
  if (recoveryMethod === 'user-passcode') return texts.passcode
  if (recoveryMethod === 'passkey') return texts.passkey
  const methods: Readonly<Record<string, { name: string } | undefined>> = texts.methods
  return texts.storage(methods[recoveryMethod]?.name ?? recoveryMethod)
}

function Waiting({ failed }: { failed: boolean }) {
  const { copy } = useModal()
  const { account } = useAccountCopy()
  if (failed) return account.noBalance
  return (
    <>
      <span className="spoken">{copy.shell.working}</span>
      <Skeleton width={140} height={26} />
    </>
  )
}
