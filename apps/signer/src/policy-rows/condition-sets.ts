import {
  conditionSetInput,
  conditionSetItemsInput,
  conditionSetLimits,
  conditionSetUpdate,
} from '@sallyport/contract/wallet-api'
import { CallRefused } from '@sallyport/keyholder'
import type { AuthorizedRequest, SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import { invalid } from '../refusals.js'
import { readAppRow, writeAppRow } from '../rows/app-rows.js'
import { authorizeChange } from '../rows/authorized-change.js'
import { inApp } from '../rows/in-app.js'
import { namedOwner, readOwner } from '../rows/owners.js'
import { newResourceId } from '../rows/resource-id.js'
import type { RowDeps } from '../rows/row-deps.js'
import type { SignerDeps } from '../signer-deps.js'
import {
  addChunk,
  type ConditionSetRow,
  contentsOfSet,
  dropChunks,
  itemsOfSet,
  placeOfSet,
  removeItem,
  type SetItem,
  spellSetValue,
} from './condition-set-rows.js'
import { parseBody } from './parse-body.js'

/** Makes a set without values. @throws CallRefused `invalid_request`, `not_found` for an owner. */
export function createConditionSet(
  { appId, body }: SignerInput<'createConditionSet'>,
  deps: SignerDeps,
): Promise<SignerOutput<'createConditionSet'>> {
  return inApp({ appId, kind: 'begin-change' }, deps, async (rows) => {
    const { name, ...ownership } = parseBody(conditionSetInput, body)
    const [nowMs, setId] = [deps.clock.nowMs(), newResourceId()]
    const owner = readOwner(ownership) ?? null
    const row = await writeAppRow<ConditionSetRow>(
      placeOfSet({ appId, setId }),
      {
        ...{ name, createdAtMs: nowMs, chunks: [] },
        owner: await namedOwner({ appId, owner, nowMs }, rows),
      },
      rows,
    )
    return { conditionSet: describeSet(setId, row) }
  })
}

/** A set of the app. @throws CallRefused `not_found`; RowRefused. */
export function readConditionSet(
  { appId, conditionSetId: setId }: SignerInput<'readConditionSet'>,
  deps: SignerDeps,
): Promise<SignerOutput<'readConditionSet'>> {
  return inApp({ appId, kind: 'use' }, deps, async (rows) => ({
    conditionSet: describeSet(setId, await readSet({ appId, setId }, rows)),
  }))
}

/** Changes name or owner of a set, by a request that its owner has signed. */
export function updateConditionSet(
  input: SignerInput<'updateConditionSet'>,
  deps: SignerDeps,
): Promise<SignerOutput<'updateConditionSet'>> {
  const { appId, conditionSetId: setId, request } = input
  return changeSet({ ...input, method: 'PATCH' }, deps, async (before, rows) => {
    const { name = before.name, ...ownership } = parseBody(conditionSetUpdate, request.body)
    const owner = readOwner(ownership)
    const nowMs = deps.clock.nowMs()
    const row = {
      ...before,
      name,
      ...(owner !== undefined && { owner: await namedOwner({ appId, owner, nowMs }, rows) }),
    }
    const saved = await writeAppRow<ConditionSetRow>(placeOfSet({ appId, setId }), row, rows)
    return { conditionSet: describeSet(setId, saved) }
  })
}

/** Ends a set. A rule that looks something up in it allows nothing from then on. */
export function deleteConditionSet(
  input: SignerInput<'deleteConditionSet'>,
  deps: SignerDeps,
): Promise<SignerOutput<'deleteConditionSet'>> {
  const { appId, conditionSetId: setId } = input
  return changeSet({ ...input, method: 'DELETE' }, deps, async (before, rows) => {
    const ended = { ...before, chunks: [], isDeleted: true }
    await writeAppRow<ConditionSetRow>(placeOfSet({ appId, setId }), ended, rows)
    await dropChunks({ appId, setId }, rows)
    return {}
  })
}

/** Adds values to a set: each is there once, however it is spelled. */
export function addConditionSetItems(
  input: SignerInput<'addConditionSetItems'>,
  deps: SignerDeps,
): Promise<SignerOutput<'addConditionSetItems'>> {
  const { appId, conditionSetId: setId } = input
  const part = '/condition_set_items'
  return changeSet({ ...input, method: 'POST', part }, deps, async (row, rows) => {
    const items = newItems(input.request, deps.clock.nowMs())
    requireNew(items, await contentsOfSet({ appId, setId, row }, rows))
    await addChunk({ appId, setId, row, items }, rows)
    return { items: items.map((item) => describeItem(setId, item)) }
  })
}

/** Replaces every value of a set. */
export function replaceConditionSetItems(
  input: SignerInput<'replaceConditionSetItems'>,
  deps: SignerDeps,
): Promise<SignerOutput<'replaceConditionSetItems'>> {
  const { appId, conditionSetId: setId } = input
  const part = '/condition_set_items'
  return changeSet({ ...input, method: 'PUT', part }, deps, async (row, rows) => {
    const items = newItems(input.request, deps.clock.nowMs())
    requireNew(items, new Set())
    await dropChunks({ appId, setId }, rows)
    await addChunk({ appId, setId, row: { ...row, chunks: [] }, items }, rows)
    return { items: items.map((item) => describeItem(setId, item)) }
  })
}

/** Removes a value from a set. @throws CallRefused `not_found`. */
export function deleteConditionSetItem(
  input: SignerInput<'deleteConditionSetItem'>,
  deps: SignerDeps,
): Promise<SignerOutput<'deleteConditionSetItem'>> {
  const { appId, conditionSetId: setId, itemId } = input
  const part = `/condition_set_items/${itemId}`
  return changeSet({ ...input, method: 'DELETE', part }, deps, async (row, rows) => {
    const isRemoved = await removeItem({ appId, setId, row, itemId }, rows)
    if (!isRemoved) throw new CallRefused('not_found')
    return {}
  })
}

/** A page of the values of a set, in the order in which they were added. */
export function listConditionSetItems(
  { appId, conditionSetId: setId, after, limit }: SignerInput<'listConditionSetItems'>,
  deps: SignerDeps,
): Promise<SignerOutput<'listConditionSetItems'>> {
  return inApp({ appId, kind: 'use' }, deps, async (rows) => {
    const all = await itemsOfSet({ appId, setId, row: await readSet({ appId, setId }, rows) }, rows)
    const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
    if (after !== undefined && start === 0) throw invalid('The cursor is of another list')
    const page = all.slice(start, start + limit)
    const isLast = start + limit >= all.length
    return {
      items: page.map((item) => describeItem(setId, item)),
      next: isLast ? null : (page.at(-1)?.id ?? null),
    }
  })
}

function changeSet<T>(
  change: {
    appId: string
    conditionSetId: string
    request: AuthorizedRequest
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    part?: string
  },
  deps: SignerDeps,
  work: (before: ConditionSetRow, rows: RowDeps) => Promise<T>,
): Promise<T> {
  const { appId, conditionSetId: setId, request, method, part = '' } = change
  return inApp({ appId, kind: 'change' }, deps, async (rows) => {
    const before = await readSet({ appId, setId }, rows)
    const isOfOwner = 'owner' in request.body || 'owner_id' in request.body
    await authorizeChange(
      {
        ...{ appId, request, method, path: `/condition_sets/${setId}${part}` },
        row: { table: 'condition_set', id: setId, version: before.version },
      },
      {
        owner: before.owner,
        nowMs: deps.clock.nowMs(),
        acts: isOfOwner ? ['policies', 'owners'] : ['policies'],
      },
      rows,
    )
    return work(before, rows)
  })
}

function readSet(named: { appId: string; setId: string }, rows: RowDeps) {
  return readAppRow<ConditionSetRow>(placeOfSet(named), rows)
}

function newItems({ body }: AuthorizedRequest, nowMs: number): SetItem[] {
  return parseBody(conditionSetItemsInput, body).map(({ value }) => ({
    id: newResourceId(),
    value,
    createdAtMs: nowMs,
  }))
}

function requireNew(items: readonly SetItem[], there: ReadonlySet<string>): void {
  if (there.size + items.length > conditionSetLimits.values)
    throw invalid(`A set has ${conditionSetLimits.values} values at most`)
  const added = new Set<string>()
  for (const { value } of items) {
    const spelled = spellSetValue(value)
    if (there.has(spelled) || added.has(spelled)) throw invalid('A value is in the set already')
    added.add(spelled)
  }
}

function describeSet(id: string, { name, owner, createdAtMs }: ConditionSetRow) {
  return { id, name, owner_id: owner, created_at: createdAtMs }
}

function describeItem(setId: string, { id, value, createdAtMs }: SetItem) {
  return { id, condition_set_id: setId, value, created_at: createdAtMs }
}
