import { ApiError } from '@sallyport/contract'
import { isFresh } from '@sallyport/process'
import type { Deps } from '../../deps.js'
import { fieldsOf } from '../../ports/fields-of.js'

const timeoutMs = 4_000
/** Prices move slowly enough for display. */
const keptMs = 60_000
const mostKept = 1_000

/** What a service answers about tokens, kept for a minute. */
interface TokenFacts {
  /** @throws ApiError `feature_not_enabled`, `invalid_data`, `internal_error` (503). */
  price(asked: { chainId: string; tokenSymbol: string }): Promise<{ usd: number }>
  /** @throws as `price`. */
  splToken(asked: {
    mint: string
    cluster: string
  }): Promise<{ name: string; symbol: string; decimals: number }>
}

/** Asks the deployment's service (`SALLYPORT_TOKEN_FACTS_URL`); without one nothing is known. */
export function createTokenFacts({
  config,
  outbound,
  clock,
}: Pick<Deps, 'config' | 'outbound' | 'clock'>): TokenFacts {
  const kept = new Map<string, { json: unknown; atMs: number }>()
  const ask = async (path: string, query: Record<string, string>): Promise<unknown> => {
    const { tokenFactsUrl } = config
    if (tokenFactsUrl === undefined) {
      throw new ApiError('feature_not_enabled', { message: 'This deployment knows no prices' })
    }
    const url = `${tokenFactsUrl}${path}?${new URLSearchParams(query)}`
    const known = kept.get(url)
    if (known && isFresh(known.atMs, { nowMs: clock.nowMs(), forMs: keptMs })) return known.json
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await outbound({ url, signal }).catch((cause: unknown) => {
      throw unavailable(cause)
    })
    if (answer.status === 404) throw unknownToken()
    if (answer.status !== 200) throw unavailable()
    // The oldest goes first.
    if (kept.size >= mostKept) for (const first of kept.keys()) if (kept.delete(first)) break
    kept.set(url, { json: answer.json, atMs: clock.nowMs() })
    return answer.json
  }
  return {
    async price(asked) {
      const { usd } = fieldsOf(await ask('/token_price', asked))
      if (typeof usd !== 'number' || !(usd >= 0)) throw unavailable()
      return { usd }
    },
    async splToken({ mint, cluster }) {
      const found = fieldsOf(await ask('/spl_token_info', { mint_address: mint, cluster }))
      const { name, symbol, decimals } = found
      if (typeof name !== 'string' || typeof symbol !== 'string' || typeof decimals !== 'number') {
        throw unavailable()
      }
      return { name, symbol, decimals }
    },
  }
}

function unknownToken(): ApiError {
  return new ApiError('invalid_data', { message: 'This token is not known' })
}

function unavailable(cause?: unknown): ApiError {
  const message = 'Prices cannot be read. Try again'
  return new ApiError('internal_error', { status: 503, message, cause })
}
