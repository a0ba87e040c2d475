import { automaticRecoveryMethod } from '@sallyport/contract'
import { FrameError, oauthWindow, recovery, type WalletAccount, wallet } from '@sallyport/core'
import { useEffect, useRef, useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'
import { useTask } from '../../modal/use-task.js'

type Props = ScreenProps<'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN'>

/** Where a visit stands: not begun, without a window, in a window, in this tab, or back with access. */
export type Stage = 'ask' | 'blocked' | 'window' | 'closed' | 'leaving' | 'working' | 'saved'

/** How often the window is looked at. */
const lookMs = 500

type Way = { opened: oauthWindow.OAuthWindow } | { returned: Promise<string> } | 'leave'

/** Visits a cloud storage for a screen, and sets a recovery, or restores a wallet, with the access. */
export function useStorageVisit({ data, end }: Props) {
  const { kit } = useModal()
  const { client } = kit
  const { storage, request, target } = data
  const isGivenUp = 'isGivenUp' in data
  const [stage, setStage] = useState<Stage>('ask')
  /** What the storage did, in a word of the frame. */
  const [reason, setReason] = useState<string | null>(null)
  const [changed, setChanged] = useState<WalletAccount | null>(null)
  const stop = useRef<() => void>(() => undefined)
  const visited = {
    storage,
    address: walletOf(data)?.address ?? null,
    does: request ? ('recover' as const) : ('set' as const),
  }
  const use = async (accessToken: string) => {
    setStage('working')
    if (request) return request.submit(accessToken)
    const owned = { method: storage, accessToken }
    if ('isTested' in data) {
      return end('opened', { wallet: data.target.wallet, storageToken: accessToken })
    }
    if ('creates' in target) {
      const { chains: chainTypes } = target.creates
      const wallets = await wallet.createWallets(client, { chainTypes, recovery: owned })
      return end('created', { wallets })
    }
    const { address } = target.wallet
    const chosen = isGivenUp
      ? ({ method: automaticRecoveryMethod, present: owned } as const)
      : owned
    setChanged(await recovery.setRecovery(client, { address, recovery: chosen }))
    setStage('saved')
  }
  const task = useTask<Way>(async (way) => {
    stop.current()
    setReason(null)
    try {
      if (way === 'leave') {
        setStage('leaving')
        // Only Google's answer comes to a page.
        const place = { ...visited, storage: 'google-drive' } as const
        return window.location.assign(await recovery.leaveForStorage(client, place))
      }
      if ('returned' in way) return await use(await way.returned)
      setStage('window')
      const visit = await recovery.visitStorage(client, visited, way.opened)
      const stopLooking = look(visit)
      stop.current = () => {
        stopLooking()
        visit.end()
      }
      await use(await visit.accessToken)
    } catch (error) {
      setStage('ask')
      if (!(error instanceof FrameError && error.reason)) throw error
      setReason(error.reason)
    }
  })
  const look = (visit: recovery.StorageVisit) => {
    let stopWaiting: () => void = () => undefined
    const again = () => {
      if (visit.isClosed()) setStage((at) => (at === 'window' ? 'closed' : at))
      else stopWaiting = runAfter(client, lookMs, again)
    }
    again()
    return () => stopWaiting()
  }
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    const returned = recovery.takeStorageReturn(client)
    if (returned) task.start({ returned })
  })
  useEffect(() => () => stop.current(), [])
  const again = (way: Way) => {
    stop.current()
    task.cancel()
    task.start(way)
  }
  return {
    stage,
    task,
    reason,
    changed,
    leave: () => again('leave'),
    open: () => {
      const opened = oauthWindow.openWindow(client)
      if (opened) return again({ opened })
      task.cancel()
      task.clear()
      setStage('blocked')
    },
  }
}

function walletOf({ request, target }: Props['data']): WalletAccount | null {
  if (request) return request.wallet
  return 'wallet' in target ? target.wallet : null
}
