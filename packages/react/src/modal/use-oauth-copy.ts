import { useMemo } from 'react'
import type { Copy } from '../copy/en.js'
import { enOAuth, type OAuthCopy } from '../copy/en-oauth.js'
import { useModal } from './modal-context.js'

/** The texts of logins at OAuth providers: in the modal's language where it has them, else in English. */
export function useOAuthCopy(): Copy & OAuthCopy {
  const { copy } = useModal()
  return useMemo(() => ({ ...copy, oauth: { ...enOAuth.oauth, ...copy.oauth } }), [copy])
}
