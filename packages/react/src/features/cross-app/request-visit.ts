import { crossAppProvider } from '@sallyport/core'
import type { RequestVisit } from '../../flow/sharing-data.js'
import type { Kit } from '../../kit.js'
import { hostOf } from '../../modal/asked-by.js'
import { hasOpener, mayPass, tell } from './answering.js'
import { perform } from './perform.js'

type Requesting = Extract<crossAppProvider.CrossAppArrival, { kind: 'transact' | 'request' }>

/** What the screen of a request works with, and what follows from how it ended. */
interface Requested {
  visit: RequestVisit
  /** Runs the request that was let through, and answers it. */
  run(): Promise<void>
  refuse(): Promise<void>
}

/** A request of a connected site or app. */
export function requestOf({ client }: Pick<Kit, 'client'>, arrival: Requesting): Requested {
  const origin = originOf(arrival)
  const isRedirected = arrival.kind === 'request' && arrival.mode === 'redirect'
  let opened: crossAppProvider.OpenedRequest | null = null
  const answer = (answer: crossAppProvider.CrossAppAnswer) => {
    // An address that the server has not let through is not gone to.
    if (!isRedirected) tell(client, { answer, origin: opened?.requester.origin ?? origin })
    else if (opened?.callbackUrl)
      location.replace(crossAppProvider.answerUrl(opened.callbackUrl, answer))
  }
  return {
    visit: {
      canAnswer: isRedirected || hasOpener(),
      from: hostOf(origin),
      async open() {
        try {
          opened = await crossAppProvider.openRequest(client, arrival)
        } catch (error) {
          if (!mayPass(error)) answer(crossAppProvider.errorAnswer(error))
          throw error
        }
      },
    },
    async run() {
      if (opened === null) return
      try {
        answer(await opened.answer(await perform(client, opened)))
      } catch (error) {
        answer(crossAppProvider.errorAnswer(error))
      }
    },
    refuse: async () => answer(crossAppProvider.refusal),
  }
}

/** Where a request says it is from: told of a refusal, and of nothing else, before the server has confirmed it. */
function originOf(arrival: Requesting): string {
  if (arrival.kind === 'transact') return arrival.requesterOrigin
  try {
    return new URL(JSON.parse(arrival.request).callbackUrl).origin
  } catch {
    return ''
  }
}
