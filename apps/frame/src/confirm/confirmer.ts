import type { ChainType, ConfirmationAsks } from '@sallyport/contract'
import type { DeviceStore } from '../device/device-record.js'
import { tokenOwner } from '../device/token-owner.js'
import { FrameError } from '../frame-error.js'
import type { RequestContext } from '../protocol/handler.js'
import { requireChain } from '../wallet/root.js'
import { addressesOnDevice, addressOnDevice } from './address-on-device.js'
import type { OpenQuestion, Prompt } from './prompt.js'
import { readSubject } from './read-subject.js'
import type { Reading } from './reading.js'
import { recipientsOf, type SentTo } from './sent-to.js'

/** Questions that may wait at one time, the open one among them. */
export const maxQuestions = 8
/** How long the user has, from the request on. */
export const answerTimeMs = 5 * 60_000
/** How long the page has to show the frame. */
export const showTimeMs = 10_000

/** What a signing event asks for. */
export interface SigningRequest {
  accessToken: string
  chainType: ChainType
  request: { method: string; params?: unknown }
  /** The root and the index, in the events that name a chain. */
  entropyId?: string
  entropyIdVerifier?: string
  hdWalletIndex?: number | null
}

/** Asks the user, one question at a time. */
export interface Confirmer {
  /**
   * Resolves once the user approved `request` by a deliberate act in the frame, shown as it will be signed.
   *
   * @throws FrameError `user_rejected` (also without an answer in time), `confirmation_not_shown`, `invalid_request_arguments`,
   *   `error` when too many wait.
   */
  confirm(request: SigningRequest, context: RequestContext): Promise<void>
  /** The same for a call of the page that the server wants confirmed. */
  confirmAsked(
    asked: { accessToken: string; asks: ConfirmationAsks },
    context: RequestContext,
  ): Promise<void>
  /** Rejects the waiting request of this id. */
  cancel(requestId: string): void
  /** Rejects the waiting requests of a user who logged out; null: those of every user. */
  refuseUser(userId: string | null): void
}

/** The clock of confirmations. */
export interface ConfirmClock {
  /** Milliseconds since an arbitrary moment; monotonic. */
  nowMs(): number
  /** Runs `run` after `ms`; call the result to cancel it. */
  after(ms: number, run: () => void): () => void
}

interface Question {
  userId: string
  context: RequestContext
  reading: Reading | null
  open: OpenQuestion | null
  /** Cancel the timers of this question. */
  stops: (() => void)[]
  end(error: FrameError | null): void
}

/** A confirmer that asks through `prompt`. */
export function createConfirmer({
  appId,
  prompt,
  clock,
  openStore,
  sentTo,
}: {
  appId: string
  prompt: Prompt
  clock: ConfirmClock
  openStore: () => Promise<DeviceStore>
  sentTo: SentTo
}): Confirmer {
  const questions: Question[] = []

  return {
    async confirm(asked, context) {
      const { accessToken, chainType, request } = asked
      const chain = requireChain(chainType)
      const owner = tokenOwner(accessToken, appId)
      let recipients: readonly string[] = []
      await enqueue(accessToken, context, async () => {
        const reading = await readSubject(chain, request, () =>
          addressOnDevice({ appId, openStore }, asked),
        )
        recipients = recipientsOf(reading.subject)
        const wallet = reading.wallet ?? (await addressOnDevice({ appId, openStore }, asked))
        const own = await addressesOnDevice({ appId, openStore }, accessToken)
        return { ...reading, wallet, own, sentTo: sentTo.list(owner) }
      })
      sentTo.add(owner, recipients)
    },
    confirmAsked: ({ accessToken, asks }, context) =>
      enqueue(accessToken, context, async () => ({
        subject: { kind: 'asked', asks },
        wallet: null,
      })),
    cancel: (requestId) => refuse(({ context }) => context.id === requestId),
    refuseUser: (userId) => refuse((question) => userId === null || question.userId === userId),
  }

  /** Asks once it is the question's turn. @throws FrameError unless the user approves */
  async function enqueue(
    accessToken: string,
    context: RequestContext,
    read: () => Promise<Reading>,
  ): Promise<void> {
    const { userId } = tokenOwner(accessToken, appId)
    if (questions.length >= maxQuestions) throw tooMany()
    const answered = new Promise<FrameError | null>((end) => {
      const question: Question = { userId, context, reading: null, open: null, stops: [], end }
      questions.push(question)
      question.stops.push(clock.after(answerTimeMs, () => settle(question, timedOut())))
      read().then(
        (reading) => ask(question, reading),
        (error: unknown) => settle(question, error as FrameError), // or a fault, answered as such
      )
    })
    const refusal = await answered
    if (refusal) throw refusal
  }

  function ask(question: Question, reading: Reading) {
    // Cancelled while it was read.
    if (!questions.includes(question)) return
    question.reading = reading
    // Also for a question that is still queued: its page must not time it out meanwhile.
    question.context.notify('sallyport:confirm:show')
    openNext()
  }

  function openNext() {
    const [first] = questions
    if (!first?.reading || first.open) return
    const { reading, context } = first
    first.open = prompt.open(
      { reading, origin: context.origin, requestId: context.id, userId: first.userId },
      (isApproved) => settle(first, isApproved ? null : rejected()),
    )
    requireShown(first)
  }

  /** Ends a question whose page does not show the frame, so that the next one can be asked. */
  function requireShown(question: Question) {
    const stop = clock.after(showTimeMs, () => {
      if (question.open?.wasSeen()) return
      if (prompt.isPageHidden()) requireShown(question)
      else settle(question, notShown())
    })
    question.stops.push(stop)
  }

  function refuse(isMeant: (question: Question) => boolean) {
    for (const question of questions.filter(isMeant)) settle(question, rejected())
  }

  function settle(question: Question, outcome: FrameError | null) {
    const at = questions.indexOf(question)
    if (at === -1) return
    questions.splice(at, 1)
    for (const stop of question.stops) stop()
    question.open?.close()
    if (question.reading) question.context.notify('sallyport:confirm:hide')
    question.end(outcome)
    openNext()
  }
}

function rejected(): FrameError {
  return new FrameError('user_rejected', 'The request was rejected')
}

function timedOut(): FrameError {
  return new FrameError('user_rejected', 'The request was not approved in time')
}

function notShown(): FrameError {
  return new FrameError(
    'confirmation_not_shown',
    'This app asks for a confirmation in the wallet, and the page did not show it',
  )
}

function tooMany(): FrameError {
  // Clients look for the words `code 429` (wire reference §20.5).
  return new FrameError('error', 'Too many requests at once, code 429. Try again later')
}
