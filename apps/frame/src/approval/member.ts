import {
  type ApprovalFacts,
  approvalContext,
  approvalFacts,
  approvalSealInfo,
  approvals,
  pageLogins,
} from '@sallyport/contract'
import { createSealReceiver, toBase64url } from '@sallyport/crypto'
import { type FactorProofs, type LoggedIn, NotTrue } from '../page-login/log-in.js'
import { openFromServer } from '../wallet/seal-for-server.js'
import type { Proposal } from './present-proposal.js'
import { nameOf, signApproval } from './sign-approval.js'

/** A request as it is now. */
export interface Described {
  status: string
  /** Null where it waits for nothing any more. */
  proposal: Proposal | null
  /** The user's approval is there already. */
  hasSigned: boolean
}

/** A user who has logged in on this page. */
export interface Member extends FactorProofs {
  describe(intentId: string): Promise<Described>
  /** Approves what was described. @returns the state then. */
  approve(intentId: string, proposal: Proposal): Promise<string>
  reject(intentId: string): Promise<void>
  /** Ends the session of this login: it was made for this page alone. A page that was closed before leaves it to end by itself. */
  logOut(): Promise<void>
}

/** What a user who has logged in does on this page. */
export function createMember({ context, caller, ...proofs }: LoggedIn): Member {
  const { call, webCrypto, delegateKey } = context
  const { accessToken: token, ...owner } = caller
  return {
    ...proofs,
    describe: async (intentId) => {
      const receiver = await createSealReceiver(webCrypto)
      const body = { ephemeral_public_key: toBase64url(receiver.publicKey) }
      const answer = await call(
        approvals.describe,
        { params: { intent_id: intentId }, body },
        token,
      )
      if (answer.sealed_facts === null)
        return { status: answer.status, proposal: null, hasSigned: false }
      if (delegateKey === undefined) throw new NotTrue('The page has no key of a signer')
      const opened = await openFromServer(answer.sealed_facts, {
        receiver,
        senderPublicKey: delegateKey,
        info: approvalSealInfo,
        context: approvalContext(owner),
      }).catch(() => {
        throw new NotTrue('The signer has not sealed this')
      })
      const facts = readFacts(opened)
      const { request } = answer
      if (facts.name !== (await nameOf(webCrypto, request)))
        throw new NotTrue('The signer has another request')
      const mine = facts.quorums.filter(({ isMember }) => isMember)
      const nearest = mine.reduce<ApprovalFacts['quorums'][number] | undefined>(
        (best, each) => (best && missing(best) <= missing(each) ? best : each),
        undefined,
      )
      if (nearest === undefined) throw new NotTrue('The user is in no quorum')
      const { wallet } = facts
      const proposal = { request, wallet, votes: nearest, expiresAtMs: answer.expires_at }
      return { status: answer.status, proposal, hasSigned: mine.some((each) => each.hasSigned) }
    },
    approve: async (intentId, { request }) => {
      const body = await signApproval(webCrypto, request)
      return (await call(approvals.approve, { params: { intent_id: intentId }, body }, token))
        .status
    },
    reject: async (intentId) => {
      await call(approvals.reject, { params: { intent_id: intentId }, body: {} }, token)
    },
    logOut: async () => {
      await call(pageLogins.logOut, { body: {} }, token)
    },
  }
}

const missing = ({ cast, needed }: { cast: number; needed: number }) => needed - cast

function readFacts(opened: Uint8Array): ApprovalFacts {
  const parsed = approvalFacts.safeParse(JSON.parse(new TextDecoder().decode(opened)))
  if (!parsed.success) throw new NotTrue('The signer’s answer has another form')
  return parsed.data
}
