import { useState } from 'react'
import { useModal } from '../modal/modal-context.js'
import { runAfter } from '../modal/run-after.js'

/** Copies on `copy()` and says so for two seconds. */
export function useCopy(text: string) {
  const { kit, announce, copy } = useModal()
  const [copied, setCopied] = useState(false)
  const run = async () => {
    await navigator.clipboard.writeText(text)
    announce(copy.shell.copied)
    setCopied(true)
    runAfter(kit.client, 2000, () => setCopied(false))
  }
  return { copied, copy: () => void run() }
}
