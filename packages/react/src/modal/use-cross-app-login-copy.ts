import { useMemo } from 'react'
import type { Copy } from '../copy/en.js'
import { type CrossAppLoginCopy, enCrossAppLogin } from '../copy/en-cross-app-login.js'
import { useModal } from './modal-context.js'

/** The texts of logins with another app: in the modal's language where it has them, else in English. */
export function useCrossAppLoginCopy(): Copy & CrossAppLoginCopy {
  const { copy } = useModal()
  return useMemo(
    () => ({ ...copy, crossAppLogin: { ...enCrossAppLogin.crossAppLogin, ...copy.crossAppLogin } }),
    [copy],
  )
}
