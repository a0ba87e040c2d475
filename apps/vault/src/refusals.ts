import { CallRefused, LimitReached } from '@sallyport/keyholder'

/** The vault knows another root of the user: the API may be giving browsers a wallet of its own. */
export class RootRefused extends CallRefused {
  constructor() {
    super('root_mismatch')
  }
}

/** A limit that an app's users share is used up: other users are refused as well, so an operator should know. */
export class BreakerOpen extends LimitReached {
  /** The app, and the part of its limit that is used up: a lane's or the whole (`all`). */
  readonly breaker: { appId: string; part: string }

  constructor(breaker: { appId: string; part: string }, waitMs: number) {
    super(waitMs)
    this.breaker = breaker
  }
}
