import type * as z from 'zod/mini'
import type { PolicyProblem } from '../policy/compiled.js'
import { ExplainedRefusal, invalid } from '../refusals.js'

/** A body in its form. @throws CallRefused `invalid_request` that names the first place that has another. */
export function parseBody<S extends z.ZodMiniType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = placeOf(issue?.path ?? [])
  const { message = 'Invalid' } = issue ?? {}
  throw place === '' ? invalid(message) : invalid(`${place}: ${message}`, place)
}

/** `rules[0].name` */
function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((each) => (typeof each === 'number' ? `[${each}]` : `.${String(each)}`))
    .join('')
    .replace(/^\./, '')
}

/** The refusal of something that cannot be compiled: where, what, and how to mend it. */
export function notCompiled(problems: readonly PolicyProblem[]): ExplainedRefusal {
  const [first] = problems
  const message = first ? `${first.path}: ${first.problem}; ${first.mend}` : 'It cannot be compiled'
  return new ExplainedRefusal('invalid_request', { message, problems: [...problems] })
}
