import { loginLink } from '@sallyport/core'
import { useEffect, useState } from 'react'
import type { DataOf, LoginMethod } from '../../flow/screens.js'
import type { Kit } from '../../kit.js'

/** Methods whose messages have a link. */
const links: Partial<Record<LoginMethod, typeof loginLink>> = { email: loginLink }

/** Finishes a login after its link was approved; undefined for a method without links. */
export function linkLoginOf(method: LoginMethod): (typeof loginLink)['login'] | undefined {
  return links[method]?.login
}

/**
 * Waits for the link in the message of a login.
 *
 * @param sentAtMs  A new message has a new link.
 * @returns the number that the page of the link asks for, while there is one, and whether the login was approved there.
 */
export function useLoginLink(
  kit: Kit,
  { method, address, intent }: DataOf<'AWAITING_PASSWORDLESS_CODE'>,
  sentAtMs: number,
): { number: string | null; isApproved: boolean } {
  const [number, setNumber] = useState<string | null>(null)
  const [approvedMs, setApprovedMs] = useState<number | null>(null)
  useEffect(() => {
    const link = links[method]
    if (link === undefined || intent !== 'login') return
    const { signal, abort } = toController()
    link.awaitApproval(kit.client, { email: address, signal, onNumber: setNumber }).then(
      (isApproved) => !signal.aborted && isApproved && setApprovedMs(sentAtMs),
      // The code still works: nothing to tell.
      () => !signal.aborted && setNumber(null),
    )
    return abort
  }, [kit, method, address, intent, sentAtMs])
  return { number, isApproved: approvedMs === sentAtMs }
}

function toController() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
