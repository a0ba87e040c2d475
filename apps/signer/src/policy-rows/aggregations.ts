import { aggregationInput, aggregationUpdate } from '@sallyport/contract/wallet-api'
import type { SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import { invalid } from '../refusals.js'
import { readAppRow, writeAppRow } from '../rows/app-rows.js'
import { authorizeChange } from '../rows/authorized-change.js'
import { inApp } from '../rows/in-app.js'
import { namedOwner, readOwner } from '../rows/owners.js'
import { newResourceId } from '../rows/resource-id.js'
import type { RowDeps } from '../rows/row-deps.js'
import type { SignerDeps } from '../signer-deps.js'
import { checkLimit, describeLimit, type LimitRow, placeOfLimit } from './limit-rows.js'
import { parseBody } from './parse-body.js'

/** Each request of an app is counted by all of its limits. */
const mostLimits = 100

/** Makes a limit (an aggregation on the wire). @throws CallRefused `invalid_request` that says what is wrong with it. */
export function createAggregation(
  { appId, body }: SignerInput<'createAggregation'>,
  deps: SignerDeps,
): Promise<SignerOutput<'createAggregation'>> {
  return inApp({ appId, kind: 'begin-change' }, deps, async (rows) => {
    const { owner: _, owner_id: __, ...fields } = parseBody(aggregationInput, body)
    if (rows.versions.idsOf({ appId, table: 'aggregation' }).length >= mostLimits)
      throw invalid(`An app has ${mostLimits} limits at most`)
    const nowMs = deps.clock.nowMs()
    const owner = readOwner(parseBody(aggregationInput, body)) ?? null
    const id = newResourceId()
    await checkLimit({ appId, id, fields }, rows)
    const row = {
      ...{ fields, createdAtMs: nowMs },
      owner: await namedOwner({ appId, owner, nowMs }, rows),
    }
    return save({ appId, id, row }, rows)
  })
}

/** A limit of the app. @throws CallRefused `not_found`; RowRefused. */
export function readAggregation(
  { appId, aggregationId }: SignerInput<'readAggregation'>,
  deps: SignerDeps,
): Promise<SignerOutput<'readAggregation'>> {
  return inApp({ appId, kind: 'use' }, deps, async (rows) => {
    const row = await readAppRow<LimitRow>(placeOfLimit({ appId, aggregationId }), rows)
    return { aggregation: describeLimit(aggregationId, row) }
  })
}

/** Changes name or owner of a limit, by a request that its owner has signed. What it adds up stays. */
export function updateAggregation(
  input: SignerInput<'updateAggregation'>,
  deps: SignerDeps,
): Promise<SignerOutput<'updateAggregation'>> {
  const { appId, aggregationId, request } = input
  return inApp({ appId, kind: 'change' }, deps, async (rows) => {
    const before = await readAppRow<LimitRow>(placeOfLimit(input), rows)
    const { name = before.fields.name, ...ownership } = parseBody(aggregationUpdate, request.body)
    const owner = readOwner(ownership)
    const nowMs = deps.clock.nowMs()
    await authorizeChange(
      {
        ...{ appId, request, method: 'PATCH', path: `/aggregations/${aggregationId}` },
        row: { table: 'aggregation', id: aggregationId, version: before.version },
      },
      { owner: before.owner, nowMs, acts: owner === undefined ? ['limits'] : ['limits', 'owners'] },
      rows,
    )
    const row = {
      ...before,
      fields: { ...before.fields, name },
      ...(owner !== undefined && { owner: await namedOwner({ appId, owner, nowMs }, rows) }),
    }
    return save({ appId, id: aggregationId, row }, rows)
  })
}

/** Ends a limit, by a request that its owner has signed. A rule that refers to it allows nothing from then on. */
export function deleteAggregation(
  input: SignerInput<'deleteAggregation'>,
  deps: SignerDeps,
): Promise<SignerOutput<'deleteAggregation'>> {
  const { appId, aggregationId, request } = input
  return inApp({ appId, kind: 'change' }, deps, async (rows) => {
    const place = placeOfLimit(input)
    const before = await readAppRow<LimitRow>(place, rows)
    await authorizeChange(
      {
        ...{ appId, request, method: 'DELETE', path: `/aggregations/${aggregationId}` },
        row: { table: 'aggregation', id: aggregationId, version: before.version },
      },
      { owner: before.owner, nowMs: deps.clock.nowMs(), acts: ['limits'] },
      rows,
    )
    await writeAppRow<LimitRow>(place, { ...before, isDeleted: true }, rows)
    return {}
  })
}

async function save(
  {
    appId,
    id,
    row,
  }: { appId: string; id: string; row: Parameters<typeof writeAppRow<LimitRow>>[1] },
  rows: RowDeps,
): Promise<SignerOutput<'createAggregation'>> {
  const place = placeOfLimit({ appId, aggregationId: id })
  const saved = await writeAppRow<LimitRow>(place, row, rows)
  return { aggregation: { ...describeLimit(id, saved) } }
}
