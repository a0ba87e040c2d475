import type { RequestWords } from '../copy/en.js'
import type { Caution } from './presentation.js'

/** Everything there is to mind about a request. */
export type WarningId = keyof RequestWords['warning']

type Grade = 'plain' | 'warning' | 'danger' | 'stop'

/**
 * How grave each warning is. A `plain` one is said and changes nothing. With a `warning` or a `danger` rejecting is the filled button; a `stop` gives away control or value, or
 * cannot be read: the user agrees to it before they can approve.
 */
export const warningGrades = {
  hidden: 'warning',
  long: 'danger',
  hexText: 'warning',
  bytes: 'stop',
  digest: 'stop',
  wrongSite: 'stop',
  wrongAccount: 'danger',
  permission: 'warning',
  unlimited: 'stop',
  approveAll: 'stop',
  approveToken: 'warning',
  ownCall: 'stop',
  call: 'warning',
  blindCall: 'stop',
  create: 'warning',
  unknownNetwork: 'warning',
  unread: 'warning',
  unusualFee: 'stop',
  unusualGas: 'stop',
  unusualNonce: 'stop',
  tables: 'warning',
  authority: 'stop',
  durable: 'warning',
  gift: 'stop',
  transfer: 'warning',
  execution: 'stop',
  delegated: 'stop',
  pays: 'stop',
  authorization: 'stop',
  carriesAuthorization: 'stop',
  control: 'stop',
  unknownData: 'plain',
  unbound: 'warning',
  chainMismatch: 'warning',
  foreignInputs: 'warning',
  unknownOwn: 'warning',
  order: 'warning',
  impostor: 'danger',
  lookAlike: 'stop',
} as const satisfies Record<WarningId, Grade>

/** The caution of one warning, in words. */
export function caution(id: WarningId, text: string): Caution {
  const grade: Grade = warningGrades[id]
  return { id, tone: grade === 'stop' ? 'danger' : grade, isStop: grade === 'stop', text }
}

type PlainId = {
  [Id in WarningId]: RequestWords['warning'][Id] extends string ? Id : never
}[WarningId]

/** The cautions of warnings whose words take no values. */
export function cautionsOf({ warning }: RequestWords, ids: readonly PlainId[]): Caution[] {
  return ids.map((id) => caution(id, warning[id]))
}

/** Each caution once, the gravest first. */
export function inOrder(cautions: readonly Caution[]): Caution[] {
  const once = cautions.filter(
    ({ text }, at) => cautions.findIndex((each) => each.text === text) === at,
  )
  const weights = { danger: 1, warning: 2, plain: 3 } as const
  const weight = ({ isStop, tone }: Caution) => (isStop ? 0 : weights[tone])
  return once.sort((one, other) => weight(one) - weight(other))
}
