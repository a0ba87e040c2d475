import { type walletPage as pages, walletPage } from '@sallyport/core'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.js'
import { Failure } from '../ui/failure.js'
import { ScreenIcon } from '../ui/parts.js'
import { Screen, StillWorking } from '../ui/screen.js'
import { explain } from './explain.js'
import { useModal } from './modal-context.js'
import { toProblem } from './to-problem.js'
import { useTask } from './use-task.js'
import { useWalletPageCopy } from './use-wallet-page-copy.js'

/** A page of the wallet's origin inside the modal: what is typed and shown in it never reaches this page. */
export function WalletPage(props: {
  title: string
  help: string
  asked: pages.PageTask
  /** What follows once the user has finished there. */
  onFinished?: (result: { address: string | null }) => Promise<void>
  onClose: () => void
  /** Below the page. */
  children?: ReactNode
}) {
  const { title, help, asked, onFinished, onClose } = props
  const modal = useModal()
  const { kit, settings } = modal
  const { walletPage: texts, shell } = useWalletPageCopy()
  const place = useRef<HTMLDivElement>(null)
  const page = useRef<pages.WalletPage | null>(null)
  const [isShown, setShown] = useState(false)
  const [isDone, setDone] = useState(false)
  const open = useTask(async (_, signal) => {
    if (!place.current) return
    const { theme, accentColor } = settings.appearance
    const look = { theme, accentColor }
    const opened = await walletPage.openWalletPage(kit.client, {
      ...asked,
      element: place.current,
      look,
    })
    if (signal.aborted) return opened.close()
    page.current = opened
    setShown(true)
    opened.finished.then(
      async ({ address = null }) => {
        setDone(true)
        await onFinished?.({ address })
      },
      // The page was closed, or the user pressed Escape in it.
      (error: unknown) => toProblem(error).code === 'user_rejected' && onClose(),
    )
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => open.start(), [])
  useLayoutEffect(() => () => page.current?.close(), [])
  // What is hidden takes no focus: the field of an import gets it now.
  useEffect(() => {
    if (isShown && asked.task === 'import') place.current?.querySelector('iframe')?.focus()
  }, [isShown, asked.task])
  if (open.problem) {
    return (
      <Failure
        icon="lock"
        tone="danger"
        title={texts.failed}
        help={explain(open.problem, modal)}
        action={shell.close}
        onAction={onClose}
      />
    )
  }
  return (
    <Screen
      title={isShown ? title : texts.opening}
      help={isShown ? help : undefined}
      image={isShown ? undefined : <ScreenIcon icon="lock" busy />}
    >
      {/* Not before the texts around it stand: a press would meet another place of the page than the one that was seen. */}
      <div
        className={`wallet-page${isDone ? ' finished' : ''}`}
        data-task={asked.task}
        ref={place}
        style={{ visibility: isShown ? 'visible' : 'hidden' }}
      />
      <StillWorking task={open} />
      {isDone && <Button onPress={onClose}>{texts.done}</Button>}
      {props.children}
    </Screen>
  )
}
