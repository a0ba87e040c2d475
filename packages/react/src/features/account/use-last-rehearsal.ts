import { sessions } from '@sallyport/core'
import { useEffect, useState } from 'react'
import { useModal } from '../../modal/modal-context.js'

const kinds: readonly string[] = ['recovery_rehearsed', 'recovery_changed']

/**
 * The date of the last test of recovery, in the user's words, by the newest page of the account's events. Null without one since
 * the recovery was changed: an earlier test says nothing about the present one.
 */
export function useLastRehearsal(): string | null {
  const { kit, locale } = useModal()
  const [date, setDate] = useState<string | null>(null)
  useEffect(() => {
    let isShown = true
    sessions.activity(kit.client).then(
      ({ events }) => {
        const found = events.find(({ kind }) => kinds.includes(kind))
        if (isShown && found?.kind === 'recovery_rehearsed')
          setDate(found.at.toLocaleDateString(locale, { dateStyle: 'medium' }))
      },
      // It is only said where it is known.
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [kit, locale])
  return date
}
