import { useMemo } from 'react'
import type { Copy } from '../copy/en.js'
import { type CaptchaCopy, enCaptcha } from '../copy/en-captcha.js'
import { useModal } from './modal-context.js'

/** The texts of the check that a user is human: in the modal's language where it has them, else in English. */
export function useCaptchaCopy(): Copy & CaptchaCopy {
  const { copy } = useModal()
  return useMemo(() => ({ ...copy, captcha: { ...enCaptcha.captcha, ...copy.captcha } }), [copy])
}
