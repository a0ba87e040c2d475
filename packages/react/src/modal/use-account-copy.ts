import { useMemo } from 'react'
import type { Copy } from '../copy/en.js'
import { type AccountCopy, enAccount } from '../copy/en-account.js'
import { useModal } from './modal-context.js'

/** The texts of linking and of the account sheet: in the modal's language where it has them, else in English. */
export function useAccountCopy(): Copy & AccountCopy {
  const { copy } = useModal()
  return useMemo(
    () => ({
      ...copy,
      link: { ...enAccount.link, ...copy.link },
      inApp: { ...enAccount.inApp, ...copy.inApp },
      account: { ...enAccount.account, ...copy.account },
    }),
    [copy],
  )
}
