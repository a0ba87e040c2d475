import { ApiError } from '@sallyport/contract'
import { ClientError, errorCode, type User } from '@sallyport/core'
import { useState } from 'react'
import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import type { UpdateMethod } from '../flow/screens.js'
import type { Kit } from '../kit.js'
import type { CodeCalls } from '../late-code-calls.js'
import { tellLinkFailure } from '../linking-actions.js'
import { proveLinkHeadless } from '../links.js'
import { useCallbacks } from './use-callbacks.js'
import type { OtpFlowState } from './use-code-login.js'

/** How an address that takes codes is replaced. */
export interface CodeUpdate extends Pick<CodeCalls, 'sendLink' | 'update'> {
  id: UpdateMethod
  currentOf(user: User): string | undefined
}

/** The address that was sent a code, and the one it replaces. */
interface Change {
  current: string
  address: string
}

/** Replaces an address by a code with the app's own fields. Both functions reject with what the client throws. */
export function useCodeUpdate(method: CodeUpdate, callbacks?: Callbacks['update']) {
  const kit = useKit()
  useCallbacks('update', callbacks)
  const [state, setState] = useState<OtpFlowState>({ status: 'initial' })
  const [change, setChange] = useState<Change | null>(null)
  const fail = (cause: unknown): never => {
    const error = cause instanceof Error ? cause : new Error('The update failed', { cause })
    setState({ status: 'error', error })
    throw error
  }
  const send = async (address: string): Promise<void> => {
    try {
      const current = currentOf(kit, method)
      setState({ status: 'sending-code' })
      await method.sendLink(kit.client, address)
      setChange({ current, address })
      setState({ status: 'awaiting-code-input' })
    } catch (error) {
      tellLinkFailure(kit, { goal: 'update', method: method.id }, errorCode(error, 'unknown'))
      fail(error)
    }
  }
  const verifyCode = async ({ code }: { code: string }): Promise<void> => {
    if (change === null) return fail(new Error('Call sendCode before verifyCode'))
    setState({ status: 'submitting-code' })
    const run = () => method.update(kit.client, { ...change, code })
    await proveLinkHeadless(kit, {
      method: method.id,
      intent: 'update',
      run,
      transfer: null,
    }).catch(fail)
    setState({ status: 'done' })
  }
  return { state, send, verifyCode }
}

/** @throws ClientError `must_be_authenticated`; ApiError `linked_account_not_found` when there is nothing to replace. */
function currentOf({ client }: Kit, method: CodeUpdate): string {
  const { user } = client.state
  if (user === null) throw new ClientError('must_be_authenticated')
  const current = method.currentOf(user)
  if (current === undefined) throw new ApiError('linked_account_not_found')
  return current
}
