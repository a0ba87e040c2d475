import { automaticRecoveryMethod } from '@sallyport/contract'
import {
  recovery as recoveryCalls,
  type WalletAccount,
  wallet,
  type walletPage,
} from '@sallyport/core'
import { useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useRecoveryCopy } from '../../modal/use-recovery-copy.js'
import { useTask } from '../../modal/use-task.js'
import { WalletPage } from '../../modal/wallet-page.js'
import { Failure } from '../../ui/failure.js'
import { LaterButton } from './later-button.js'
import { Saved } from './saved.js'
import { useRequestEnds } from './use-request-ends.js'

type Props = ScreenProps<'EMBEDDED_WALLET_RECOVERY_PASSKEY_SCREEN'>

/** Has the user make or use a passkey in the wallet's own page: what it gives never comes to this one. */
export function RecoveryPasskey({ data, end }: Props) {
  const { request, target } = data
  const modal = useModal()
  const { recovery, shell } = useRecoveryCopy()
  const [changed, setChanged] = useState<WalletAccount | null>(null)
  const phase = useRequestEnds(request, () => end('gaveUp', {}))
  const finish = useTask(async () => {
    const { client } = modal.kit
    if (request) return request.submit()
    if ('creates' in target) {
      const { chains: chainTypes } = target.creates
      return end('created', { wallets: await wallet.createWallets(client, { chainTypes }) })
    }
    const { address } = target.wallet
    const method = 'isGivenUp' in data ? automaticRecoveryMethod : 'passkey'
    setChanged(await recoveryCalls.noteRecovery(client, { address, method }))
  })
  if (phase === 'recovered')
    return <Saved title={recovery.recovered} onSeen={() => end('recovered', {})} />
  if (changed !== null) {
    const seen = () => end('changed', { wallet: changed })
    if ('isGivenUp' in data) return <Saved title={recovery.automaticSaved} onSeen={seen} />
    return <Saved title={recovery.passkeySaved} help={recovery.passkeySavedHelp} onSeen={seen} />
  }
  if (finish.problem) {
    return (
      <Failure
        icon="lock"
        tone="warning"
        title={recovery.passkeyRecoverTitle}
        help={explain(finish.problem, modal)}
        action={shell.retry}
        onAction={finish.start}
      />
    )
  }
  const login = target && 'creates' in target ? target.creates.login : null
  return (
    <WalletPage
      {...textsOf(data, recovery)}
      asked={pageOf(data)}
      onFinished={async () => finish.start()}
      onClose={() => (request ? request.cancel() : end('closed', {}))}
    >
      {login && <LaterButton onPress={() => end('later', {})} />}
    </WalletPage>
  )
}

function pageOf(data: Props['data']): walletPage.PageTask {
  const { request, target } = data
  if (request) return { task: 'passkey', use: 'recover', wallet: request.wallet }
  if ('wallet' in target) {
    const use = 'isGivenUp' in data ? 'remove' : 'set'
    return { task: 'passkey', use, wallet: target.wallet }
  }
  const [chainType = 'ethereum'] = target.creates.chains
  return { task: 'passkey', use: 'create', chainType }
}

function textsOf(data: Props['data'], texts: ReturnType<typeof useRecoveryCopy>['recovery']) {
  const { request, target } = data
  if (request) return { title: texts.passkeyRecoverTitle, help: texts.passkeyRecoverHelp }
  if ('isGivenUp' in data) {
    return { title: texts.passkeyRemoveTitle, help: texts.passkeyRemoveHelp }
  }
  const help = 'creates' in target ? texts.passkeyCreateHelp : texts.passkeyHelp
  return { title: texts.passkeyTitle, help }
}
