import type { Part, Row, Step } from '@sallyport/contract/requests'
import type { Presentation } from '../confirm/screen/present.js'
import type { ApprovalCopy } from './copy/en.js'

/** A change that members are asked for, by what its URL and body say. */
export interface ProposedChange {
  kind: 'transfer' | 'wallet' | 'policy' | 'addRule' | 'updateRule' | 'removeRule' | 'quorum'
  /** Ids in the URL. */
  id: string
  ruleId: string | undefined
  body: Readonly<Record<string, unknown>>
}

type Cautions = { text: string; isStop: boolean }[]

interface Described {
  rows: Row[]
  steps?: Step[]
  cautions: Cautions
  amount?: Presentation['amount']
}

const describers: Record<ProposedChange['kind'], (given: Given) => Described> = {
  transfer: describeTransfer,
  wallet: describeWallet,
  policy: describePolicy,
  addRule: describeRule,
  updateRule: describeRule,
  removeRule: ({ change, copy }) => ({
    rows: ruleRows({ change, copy }),
    cautions: [{ text: copy.cautions.removedRule, isStop: false }],
  }),
  quorum: describeQuorum,
}

interface Given {
  change: ProposedChange
  copy: ApprovalCopy
}

/** A change in words; what no words say is in the text of what is signed. */
export function describeChange(change: ProposedChange, copy: ApprovalCopy): Presentation {
  const { rows, steps = [], cautions, amount = null } = describers[change.kind]({ change, copy })
  const parts: Part[] = [
    ...(rows.length > 0 ? [{ kind: 'rows' as const, role: 'facts' as const, rows }] : []),
    ...(steps.length > 0 ? [{ kind: 'steps' as const, steps }] : []),
  ]
  return {
    title: copy.change[change.kind],
    amount,
    hero: change.kind === 'transfer' ? null : 'shield',
    parts,
    cautions: cautions.map((each) => ({ ...each, tone: each.isStop ? 'danger' : 'warning' })),
    approve: copy.approve,
    isFree: false,
    isRisky: cautions.length > 0,
  }
}

function describeTransfer({ change: { body }, copy }: Given): Described {
  const source = recordOf(body.source)
  const destination = recordOf(body.destination)
  const contract = source.asset_address
  const amount = textOf(body.amount ?? source.amount)
  return {
    amount: {
      // As the wallet writes what leaves it.
      value: `−${amount}`,
      unit: contract === undefined ? textOf(source.asset).toUpperCase() : copy.change.token,
      isUnverified: contract !== undefined,
    },
    rows: [
      { label: copy.change.to, value: textOf(destination.address), form: 'address' },
      ...(contract === undefined
        ? []
        : [{ label: copy.change.token, value: textOf(contract), form: 'address' as const }]),
      ...(source.asset_decimals === undefined
        ? []
        : [{ label: copy.change.decimals, value: textOf(source.asset_decimals) }]),
      { label: copy.change.network, value: textOf(source.chain) },
    ],
    cautions: [],
  }
}

function describeWallet({ change: { body }, copy }: Given): Described {
  const { owner, owner_id: ownerId, additional_signers: signers, policy_ids: policies } = body
  const rows: Row[] = []
  const cautions: Cautions = []
  if (body.display_name !== undefined)
    rows.push({ label: copy.change.name, value: textOf(body.display_name) })
  if (owner !== undefined || ownerId !== undefined) {
    const named = owner ?? ownerId ?? null
    rows.push({
      label: copy.change.owner,
      value: named === null ? copy.change.noOwner : flat(named),
    })
    cautions.push({ text: copy.cautions.owner, isStop: true })
  }
  if (Array.isArray(signers)) {
    rows.push({ label: copy.change.signers, value: listOf(signers, copy) })
    if (signers.length > 0) cautions.push({ text: copy.cautions.signers, isStop: true })
  }
  if (Array.isArray(policies)) {
    rows.push({ label: copy.change.policies, value: listOf(policies, copy) })
    const isNone = policies.length === 0
    cautions.push({
      text: isNone ? copy.cautions.noPolicies : copy.cautions.policies,
      isStop: isNone,
    })
  }
  return { rows, cautions }
}

function describePolicy({ change: { id, body }, copy }: Given): Described {
  const rows: Row[] = [{ label: copy.change.policyId, value: id }]
  const cautions: Cautions = []
  if (body.name !== undefined) rows.push({ label: copy.change.name, value: textOf(body.name) })
  if (body.owner !== undefined || body.owner_id !== undefined) {
    const named = body.owner ?? body.owner_id ?? null
    rows.push({
      label: copy.change.owner,
      value: named === null ? copy.change.noOwner : flat(named),
    })
    cautions.push({ text: copy.cautions.owner, isStop: true })
  }
  const rules = Array.isArray(body.rules) ? body.rules : []
  if (body.rules !== undefined) cautions.push({ text: copy.cautions.rules, isStop: false })
  return { rows, steps: rules.map((rule) => stepOf(recordOf(rule), copy)), cautions }
}

function describeRule(given: Given): Described {
  const { change, copy } = given
  return {
    rows: ruleRows(given),
    steps: [stepOf(change.body, copy)],
    cautions: [{ text: copy.cautions.rules, isStop: false }],
  }
}

function ruleRows({ change: { id, ruleId }, copy }: Given): Row[] {
  const policy: Row = { label: copy.change.policyId, value: id }
  return ruleId === undefined ? [policy] : [policy, { label: copy.change.ruleId, value: ruleId }]
}

function describeQuorum({ change: { id, body }, copy }: Given): Described {
  const rows: Row[] = [{ label: copy.change.quorumId, value: id }]
  const add = (label: string, value: unknown) => {
    if (value === undefined) return
    // Each of a list has a line of its own: one more or less is seen.
    const values = Array.isArray(value) && value.length > 0 ? value.map(flat) : [value]
    for (const each of values)
      rows.push({ label, value: Array.isArray(each) ? copy.change.none : textOf(each) })
  }
  add(copy.change.name, body.display_name)
  add(copy.change.threshold, body.authorization_threshold)
  add(copy.change.keys, body.public_keys)
  add(copy.change.users, body.user_ids)
  add(copy.change.quorums, body.key_quorum_ids)
  return { rows, cautions: [{ text: copy.cautions.members, isStop: true }] }
}

/** A rule of a policy as one of several steps. */
function stepOf(rule: Readonly<Record<string, unknown>>, copy: ApprovalCopy): Step {
  const isAllowing = rule.action === 'ALLOW'
  const name = textOf(rule.name)
  const conditions = Array.isArray(rule.conditions) ? rule.conditions.map(recordOf) : []
  return {
    title: isAllowing ? copy.change.allows(name) : copy.change.denies(name),
    rows: [
      { label: copy.change.method, value: textOf(rule.method) },
      ...(conditions.length === 0
        ? [{ label: copy.change.condition, value: copy.change.always }]
        : conditions.map(
            ({ field, operator, value }): Row => ({
              label: copy.change.condition,
              value: `${textOf(field)} ${textOf(operator)} ${flat(value)}`,
            }),
          )),
    ],
    isRisky: isAllowing && conditions.length === 0,
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  // An object of JSON has string keys; of anything else no member is there.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : flat(value))
const flat = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
const listOf = (values: readonly unknown[], copy: ApprovalCopy): string =>
  values.length === 0 ? copy.change.none : values.map(flat).join(', ')
