import { errorCode, telegram } from '@sallyport/core'
import { useEffect, useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { endWith, proveFor } from '../../modal/prove-for.js'
import { useSocialCopy } from '../../modal/use-social-copy.js'
import { useTask } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { ProblemLine, ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'
import { telegramMethod } from './method.js'

const problemId = 'sp-telegram-problem'

/** Opens Telegram's login window and waits for its answer; ends when it has logged the user in or linked the account. */
export function TelegramAuth({ data, end }: ScreenProps<'TELEGRAM_AUTH_SCREEN'>) {
  const modal = useModal()
  const { kit } = modal
  const { social } = useSocialCopy()
  const [at, setAt] = useState<'window' | 'checking' | 'cancelled'>('window')
  const login = useTask(
    async () => {
      setAt('window')
      const proof = await readProof(data.initDataRaw, () => telegram.requestProof(kit.client))
      if (proof === null) return setAt('cancelled')
      setAt('checking')
      endWith(
        await proveFor(kit, {
          ...data,
          method: 'telegram',
          login: ({ disableSignup }) => telegram.login(kit.client, { proof, disableSignup }),
          link: () => telegram.link(kit.client, { proof }),
          transfer: ({ nonce }) => telegram.transfer(kit.client, { nonce, proof }),
        }),
        end,
      )
    },
    { onFailed: (problem) => end('failed', problem) },
  )
  // The press that led here still allows the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen opens
  useEffect(() => login.start(), [])
  const isWaiting = login.busy && login.problem === null
  const isCancelled = !isWaiting && login.problem === null && at === 'cancelled'
  return (
    <Screen
      title={
        isCancelled
          ? social.telegramCancelled
          : isWaiting && at === 'checking'
            ? social.telegramChecking
            : social.telegramTitle
      }
      help={
        isCancelled
          ? social.telegramCancelledHelp
          : isWaiting && at === 'window'
            ? social.telegramHelp
            : undefined
      }
      image={<ScreenIcon icon={telegramMethod.icon} busy={isWaiting} />}
    >
      {login.problem && (
        <div className="centre">
          <ProblemLine
            id={problemId}
            text={
              login.problem.code === 'invalid_credentials'
                ? social.refused('Telegram')
                : explain(login.problem, modal)
            }
          />
        </div>
      )}
      {!isWaiting && (
        <Button onPress={login.start} describedBy={login.problem ? problemId : undefined} autoFocus>
          {social.telegramOpen}
        </Button>
      )}
      <StillWorking task={login} />
    </Screen>
  )
}

/** The proof of a mini app's launch, else of the window; null when the user closed it or the browser blocked it. */
async function readProof(
  initDataRaw: string | null,
  request: () => Promise<telegram.TelegramProof>,
): Promise<telegram.TelegramProof | null> {
  const launched = initDataRaw === null ? undefined : telegram.readInitData(initDataRaw)
  if (launched !== undefined) return launched
  try {
    return await request()
  } catch (error) {
    if (errorCode(error, '') === 'exited_auth_flow') return null
    throw error
  }
}
