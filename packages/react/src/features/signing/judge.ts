import { endsAuthorization, foreignSite, type LoginMessage } from '@sallyport/contract/requests'
import type { ConfirmRequest } from '@sallyport/core'
import type { RequestCopy } from '../../copy/en-requests.js'
import { judgeTypedData } from './judge-typed-data.js'
import type { SigningSubject } from './read-request.js'

/** A box of advice above the buttons. */
export interface Advice {
  tone: 'plain' | 'warning' | 'danger'
  title?: string
  text: string
}

/** How a signing request is presented: its title, what to mind, and whether it may be called free. */
export interface Judgement {
  title: string
  advice: readonly Advice[]
  isFree: boolean
  /** Whether a warning of its own comes before the request: it gives away control or value. */
  isAskedTwice: boolean
}

/** Judges what a signing request says by what is known of the page and the wallet that ask. */
export function judge(
  subject: SigningSubject,
  given: { request: ConfirmRequest; pageHost: string; copy: RequestCopy['sign'] },
): Judgement {
  const { copy } = given
  switch (subject.kind) {
    case 'digest':
      return {
        title: copy.digestTitle,
        advice: [{ tone: 'danger', text: copy.digestNote }],
        isFree: false,
        isAskedTwice: true,
      }
    case 'bytes':
      return {
        title: copy.title,
        advice: [{ tone: 'warning', text: copy.hexNote }],
        isFree: true,
        isAskedTwice: false,
      }
    case 'message': {
      const { login, text } = subject
      const advice = login ? loginAdvice(login, given) : []
      if (text.removed > 0) advice.push({ tone: 'warning', text: copy.hidden })
      if (text.omitted > 0) advice.push({ tone: 'danger', text: copy.more })
      const title = login ? copy.loginTitle(login.domain) : copy.title
      const isFree = advice.length === 0
      return { title, advice, isFree, isAskedTwice: isElsewhere(login, given.pageHost) }
    }
    case 'authorization': {
      const isEnd = endsAuthorization(subject)
      return {
        title: isEnd ? copy.endAuthorizationTitle : copy.authorizationTitle,
        advice: isEnd ? [] : [{ tone: 'danger', text: copy.authorizationWarning }],
        isFree: false,
        isAskedTwice: !isEnd,
      }
    }
    case 'typed-data':
      return judgeTypedData(subject, given)
  }
}

/** A login at another site: it is asked about before the request. */
function isElsewhere(login: LoginMessage | null, pageHost: string): boolean {
  return login !== null && foreignSite(login, pageHost.toLowerCase()) !== null
}

/** A login is for one site and one account; a page that asks for another one's login wants to use it there. */
function loginAdvice(
  login: LoginMessage,
  given: { request: ConfirmRequest; pageHost: string; copy: RequestCopy['sign'] },
): Advice[] {
  const { request, pageHost, copy } = given
  const { address } = login
  const advice: Advice[] = []
  const site = foreignSite(login, pageHost.toLowerCase())
  if (site !== null) {
    const text = copy.wrongSite(site, pageHost)
    advice.push({ tone: 'danger', title: copy.wrongSiteTitle, text })
  }
  // Only Ethereum's addresses may be written in two cases.
  const isHex = request.address.startsWith('0x')
  const same = isHex
    ? address?.toLowerCase() === request.address.toLowerCase()
    : address === request.address
  if (!same) advice.push({ tone: 'danger', text: copy.wrongAccount })
  return advice
}
