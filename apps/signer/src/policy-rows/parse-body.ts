import type * as z from 'zod/mini'
import type { PolicyProblem } from '../policy/compiled.js'
import { ExplainedRefusal, invalid } from '../refusals.js'

/** A body in its form. @throws CallRefused `invalid_request` that names the first place that has another. */
export function parseBody<S extends z.ZodMiniType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.map(String).join('.') ?? ''
  throw invalid(place === '' ? (issue?.message ?? 'Invalid') : `${place}: ${issue?.message}`)
}

/** The refusal of something that cannot be compiled: where, what, and how to mend it. */
export function notCompiled(problems: readonly PolicyProblem[]): ExplainedRefusal {
  const [first] = problems
  const message = first ? `${first.path}: ${first.problem}; ${first.mend}` : 'It cannot be compiled'
  return new ExplainedRefusal('invalid_request', { message, problems: [...problems] })
}
