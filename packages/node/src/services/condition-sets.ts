import type { RouteResponse } from '@sallyport/contract'
import type { conditionSets } from '@sallyport/contract/wallet-api'
import type { CallOptions } from '../http/call-options.js'
import type { BodyOf, QueryOf, Send } from '../http/heads.js'
import { type Pages, pagesOf } from '../http/pages.js'
import { conditionSetHeads as heads } from './governance-heads.js'
import { createResource, type ResourceService } from './resource.js'

type Sets = typeof conditionSets
/** Values of a set as calls take them. */
type Items = BodyOf<Sets['addItems']>
type Item = RouteResponse<Sets['addItems']>[number]

/** Lists of values that policies look up by `in_condition_set`. */
export interface ConditionSetsService extends ResourceService<Sets['create'], Sets['update']> {
  /** Adds up to 100 values. */
  addItems(condition_set_id: string, items: Items, options?: CallOptions): Promise<Item[]>
  /** Replaces all values by up to 100 others. */
  replaceItems(condition_set_id: string, items: Items, options?: CallOptions): Promise<Item[]>
  listItems(
    condition_set_id: string,
    query?: QueryOf<Sets['listItems']>,
    options?: CallOptions,
  ): Pages<Item>
  deleteItem(
    item_id: string,
    input: { condition_set_id: string } & CallOptions,
  ): Promise<{ success: boolean }>
}

/** The service over `send`. */
export function createConditionSets(send: Send): ConditionSetsService {
  return {
    ...createResource<Sets['create'], Sets['update']>(send, {
      id: 'condition_set_id',
      heads,
    }),
    addItems: (condition_set_id, body, options) =>
      send(heads.addItems, { params: { condition_set_id }, body }, options),
    replaceItems: (condition_set_id, body, options) =>
      send(heads.replaceItems, { params: { condition_set_id }, body }, options),
    listItems: (condition_set_id, query = {}, options) =>
      pagesOf(async (cursor = query.cursor) => {
        const asked = { params: { condition_set_id }, query: { ...query, cursor } }
        const { items: data, next_cursor } = await send(heads.listItems, asked, options)
        return { data, next_cursor }
      }),
    deleteItem: (item_id, { condition_set_id, ...options }) =>
      send(heads.removeItem, { params: { condition_set_id, item_id } }, options),
  }
}
