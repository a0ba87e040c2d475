import { useMemo } from 'react'
import type { Copy } from '../copy/en.js'
import { enSocial, type SocialCopy } from '../copy/en-social.js'
import { useModal } from './modal-context.js'

/** The texts of logins by Farcaster and Telegram: in the modal's language where it has them, else in English. */
export function useSocialCopy(): Copy & SocialCopy {
  const { copy } = useModal()
  return useMemo(() => ({ ...copy, social: { ...enSocial.social, ...copy.social } }), [copy])
}
