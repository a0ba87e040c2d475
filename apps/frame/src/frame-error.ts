import type { FrameErrorType, StorageProblem } from '@sallyport/contract'

/**
 * An error the page may see: a type of the closed list and a text written in this code base.
 * Text that came from elsewhere (server, library, browser) never becomes its message.
 */
export class FrameError extends Error {
  override readonly name = 'FrameError'
  readonly type: FrameErrorType
  /** What a cloud storage did, for the screen that explains it. */
  readonly reason: StorageProblem | undefined

  constructor(type: FrameErrorType, message: string, reason?: StorageProblem) {
    super(message)
    this.type = type
    this.reason = reason
  }
}

/** The error for a request whose parameters are wrong; says nothing about which. */
export function invalidArguments(message = 'The request is not valid'): FrameError {
  return new FrameError('invalid_request_arguments', message)
}

/** The error that makes the page start recovery: this browser holds no share for the wallet. */
export function notOnDevice(): FrameError {
  return new FrameError('wallet_not_on_device', 'The wallet is not on this device. Recover it')
}

/** The error that makes the page ask the user for a second factor. */
export function factorMissing(): FrameError {
  return new FrameError('missing_or_invalid_mfa', 'Multi-factor verification is needed')
}

/** The error for an internal failure: says nothing about its cause. */
export function internalFailure(): FrameError {
  return new FrameError('error', 'Something went wrong. Try again')
}
