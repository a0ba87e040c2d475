import { type PasswordStretch, stretchPassword } from '@sallyport/crypto/argon2id'

/* Runs in a worker of the wallet page: one passcode comes in, its key or null goes out, and the worker is ended. */

/** A passcode on its way to the worker. */
export interface StretchRequest {
  passcode: string
  stretch: PasswordStretch
}

self.addEventListener('message', ({ data }: MessageEvent<StretchRequest>) => {
  stretchPassword(data.passcode, data.stretch)
    .catch(() => null)
    .then((key) => self.postMessage(key))
})
