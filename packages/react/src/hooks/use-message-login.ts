import { errorCode } from '@sallyport/core'
import { useState } from 'react'
import { useKit } from '../context.js'

/** Where a login or a link by a signed message stands (react-api §5). */
export type SiweFlowState =
  | {
      status:
        | 'initial'
        | 'generating-message'
        | 'awaiting-signature'
        | 'submitting-signature'
        | 'done'
    }
  | { status: 'error'; error: Error }

/** Runs the two steps of a login or a link by message and says where it stands. Both reject with what the client throws. */
export function useMessageFlow(group: 'login' | 'linkAccount') {
  const { events } = useKit()
  const [state, setState] = useState<SiweFlowState>({ status: 'initial' })
  const fail = (cause: unknown): never => {
    const error = cause instanceof Error ? cause : new Error('The login failed', { cause })
    setState({ status: 'error', error })
    if (group === 'login')
      events.emit('login', (each) => each.onError?.(errorCode(error, 'unknown_auth_error')))
    throw error
  }
  return {
    state,
    /** For the message, before it is signed. */
    async generate<T>(work: () => Promise<T>): Promise<T> {
      setState({ status: 'generating-message' })
      try {
        const message = await work()
        setState({ status: 'awaiting-signature' })
        return message
      } catch (error) {
        return fail(error)
      }
    },
    /** For the signed message. */
    async submit<T>(work: () => Promise<T>): Promise<T> {
      setState({ status: 'submitting-signature' })
      try {
        const value = await work()
        setState({ status: 'done' })
        return value
      } catch (error) {
        return fail(error)
      }
    },
  }
}
