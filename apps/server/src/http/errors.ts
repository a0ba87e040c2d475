import { ApiError, isApiError } from '@sallyport/contract'
import type { FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import { DatabaseUnavailable } from '../db/unavailable.js'
import { fromVaultError, VaultUnavailable } from '../ports/vault.js'
import { requestIdHeader } from './request-id.js'

/** Body of every failure (wire reference §7.1). */
interface ErrorBody {
  error: string
  code: string
  /** Of `awaiting_approval`: the intent that members can sign (wire reference §41). */
  intent_id?: string
  data?: Record<string, unknown>
  /** The same as in the header and in the server's log line of the request. */
  request_id: string
}

/** What HTTP itself refuses, by Fastify's code. */
const transportErrors: Record<string, { status: number; message: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, message: 'The body must have at most 64 KiB' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, message: 'Content-Type must be application/json' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { status: 400, message: 'Content-Length does not match' },
  FST_ERR_BAD_URL: { status: 400, message: 'The path is not a valid URL' },
}

/** Seconds after which a client may try again what was answered 503: whatever is away is looked for at every request. */
const retryAfterSeconds = 1

/** The error as the client learns it; anything unexpected is logged and becomes `internal_error` without detail. */
export function toApiError(thrown: unknown, logger: Logger): ApiError {
  const error = fromOutage(thrown)
  if (isApiError(error)) {
    // An unavailable port is answered on purpose, and operators still have to know.
    if (error.status >= 500) logger.error({ err: error }, 'a request could not be served')
    return error
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = transportErrors[code]
  if (known !== undefined) return new ApiError('invalid_data', { ...known, cause: error })
  const status = refusalStatus(error)
  // A file outside the folder is refused as one that does not exist: neither is there for the client.
  if (status === 403 || status === 404) {
    return new ApiError('not_supported', { status: 404, cause: error })
  }
  if (status !== undefined) return new ApiError('invalid_data', { status, cause: error })
  logger.error({ err: error }, 'a request failed unexpectedly')
  return new ApiError('internal_error', { cause: error })
}

/** A port that is away: the request was not wrong, and may be tried again. */
function fromOutage(error: unknown): unknown {
  if (error instanceof VaultUnavailable) return fromVaultError(error)
  if (!(error instanceof DatabaseUnavailable)) return error
  return new ApiError('internal_error', { status: 503, cause: error })
}

/** The 4xx status the framework or one of its plugins gave an error: the request's fault, not ours. */
function refusalStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  const { statusCode } = error
  const isRefusal = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  return isRefusal ? statusCode : undefined
}

/** Answers with an error. */
export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  const { message, code, data, status } = error
  if (typeof data?.retry_after === 'number') reply.header('retry-after', String(data.retry_after))
  else if (status === 503) reply.header('retry-after', String(retryAfterSeconds))
  const { id } = reply.request
  const body: ErrorBody = {
    ...{ error: message, code },
    ...(typeof data?.intent_id === 'string' && { intent_id: data.intent_id }),
    ...(data === undefined ? {} : { data }),
    request_id: id,
  }
  reply.header(requestIdHeader, id)
  return reply.code(status).header('cache-control', 'no-store').send(body)
}
