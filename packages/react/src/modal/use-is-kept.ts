import { wallet } from '@sallyport/core'
import { useEffect, useState } from 'react'
import { useModal } from './modal-context.js'

/** Whether this browser keeps the user's wallet beyond this page; true until it is known. */
export function useIsKept(): boolean {
  const { kit } = useModal()
  const [isKept, setIsKept] = useState(true)
  useEffect(() => {
    let isShown = true
    wallet.isKept(kit.client).then(
      (answer) => isShown && setIsKept(answer),
      // It is only said where it is known.
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [kit])
  return isKept
}
