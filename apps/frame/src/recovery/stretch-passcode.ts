import { type PasswordStretch, stretchPassword } from '@sallyport/crypto/argon2id'
import { internalFailure } from '../frame-error.js'
import { stretchCode } from './stretch-code.js'
import type { StretchRequest } from './stretch-worker.js'

/** The only policy of Trusted Types that the page may make (`apps/pages`), for the URL of the worker. */
const policyName = 'sallyport-stretch'

/** Not in the compiler's list of the browser's parts. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): WorkerPolicy
}
interface WorkerPolicy {
  /** What `Worker` takes, also where the page's policy demands trusted values. */
  createScriptURL(url: string): string
}
let policy: WorkerPolicy | undefined

/**
 * The 32 bytes that argon2id makes of a passcode, worked out in a worker that is ended afterwards: half a second on the page's own
 * thread would stop the app's page too where both share a process. The caller wipes the result.
 *
 * @throws FrameError `error` when the worker failed.
 */
export async function stretchPasscode(
  passcode: string,
  stretch: PasswordStretch,
): Promise<Uint8Array> {
  if (stretchCode === '' || typeof Worker === 'undefined') return stretchPassword(passcode, stretch)
  const url = URL.createObjectURL(new Blob([stretchCode], { type: 'text/javascript' }))
  policy ??= createPolicy()
  const worker = new Worker(policy.createScriptURL(url))
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Uint8Array | null>) =>
        data ? resolve(data) : reject(internalFailure())
      worker.onerror = () => reject(internalFailure())
      worker.postMessage({ passcode, stretch } satisfies StretchRequest)
    })
  } finally {
    worker.terminate()
    URL.revokeObjectURL(url)
  }
}

function createPolicy(): WorkerPolicy {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const rules = {
    createScriptURL(url: string) {
      // Made of a text in this page's origin.
      if (!url.startsWith(`blob:${location.origin}/`)) throw internalFailure()
      return url
    },
  }
  return trustedTypes?.createPolicy(policyName, rules) ?? rules
}
