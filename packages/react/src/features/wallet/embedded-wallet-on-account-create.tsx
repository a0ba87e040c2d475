import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { loadWallets } from '../../load-wallets.js'
import { WalletMissing } from '../../modal/late-browser-notes.js'
import { useModal } from '../../modal/modal-context.js'
import { useTask } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { Failure } from '../../ui/failure.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'

type Props = ScreenProps<'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN'>

/** Makes the wallets a login owes. A failure leaves the account usable, unless the login itself has expired. */
export function EmbeddedWalletOnAccountCreate({ data, end }: Props) {
  const { kit, copy, announce, guardClose } = useModal()
  // Besides the focus on the heading, which not every screen reader reads.
  useEffect(() => announce(copy.wallet.creatingTitle), [announce, copy])
  const { login, chains } = data
  const create = useTask(
    async () => {
      const { wallet } = await loadWallets()
      const wallets = await wallet.createWallets(kit.client, { chainTypes: chains })
      end('created', { login, wallets })
    },
    { onExpired: (problem) => end('failed', problem) },
  )
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    create.start()
  })
  // While keys are being made closing would lose sight of them; afterwards, or when it takes too long, it means "later".
  const later = useRef(() => {})
  later.current = () => end('later', { login })
  const canLeave = create.problem !== null || create.stuck
  useLayoutEffect(
    () => guardClose(canLeave ? () => later.current() : 'never'),
    [guardClose, canLeave],
  )
  if (create.problem !== null) {
    return (
      <Failure
        icon="wallet"
        tone="danger"
        title={copy.wallet.createFailedTitle}
        help={copy.wallet.createFailedHelp}
        action={copy.wallet.later}
        onAction={() => end('later', { login })}
        foot={<WalletMissing code={create.problem.code} />}
      >
        <Button onPress={create.start}>{copy.shell.retry}</Button>
      </Failure>
    )
  }
  return (
    <Screen
      title={copy.wallet.creatingTitle}
      help={copy.wallet.creatingHelp}
      image={<ScreenIcon icon="wallet" busy />}
    >
      <StillWorking
        task={create}
        way={{ label: copy.wallet.later, onPress: () => end('later', { login }) }}
      />
    </Screen>
  )
}
