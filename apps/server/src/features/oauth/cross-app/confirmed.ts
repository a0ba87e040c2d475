import type { Deps } from '../../../deps.js'
import type { FrameCaller } from '../../../http/implement.js'
import type { SharingRequest } from '../../../identity/pending-request.js'
import type { Granting } from './grant.js'
import { approveLogin, describeLogin } from './login.js'
import { connectSite, describeOrigin } from './requests.js'

/** Logins at other apps and connections with sites, as the wallet frame confirms them. */
export function sharingConfirmations(deps: Deps) {
  return {
    describe: ({ app }: Pick<FrameCaller, 'app'>, pending: SharingRequest) =>
      pending.kind === 'share'
        ? describeLogin(deps, { app }, pending.state)
        : describeOrigin(deps, app, pending.site.requester_origin),
    /** Gives the answer of the call that was to be confirmed. */
    carryOut: (granting: Granting, pending: SharingRequest): Promise<object> =>
      pending.kind === 'share'
        ? approveLogin(deps, granting, pending.state)
        : connectSite(deps, granting, pending.site),
  }
}
