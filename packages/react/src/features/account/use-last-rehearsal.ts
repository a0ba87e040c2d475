import { sessions } from '@sallyport/core'
import { useEffect, useState } from 'react'
import { useModal } from '../../modal/modal-context.js'

/** The date of the last test of recovery, in the user's words, by the newest page of the account's events; null without one. */
export function useLastRehearsal(): string | null {
  const { kit, locale } = useModal()
  const [date, setDate] = useState<string | null>(null)
  useEffect(() => {
    let isShown = true
    sessions.activity(kit.client).then(
      ({ events }) => {
        const found = events.find(({ kind }) => kind === 'recovery_rehearsed')
        if (isShown && found) setDate(found.at.toLocaleDateString(locale, { dateStyle: 'medium' }))
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
