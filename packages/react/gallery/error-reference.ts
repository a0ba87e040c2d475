import { ApiError, type ErrorCode } from '@sallyport/contract'
import { en } from '../src/copy/en.js'
import type { ProblemCode } from '../src/flow/problem.js'
import { isInline, react, reactions } from '../src/flow/reactions.js'

/** The reference of errors, as Markdown: every code with the text a user reads and where. */
export function errorReference(): string {
  // The record's own keys.
  const codes = Object.keys(reactions) as ProblemCode[]
  return `# Errors

What a user sees for every error code. Texts are of \`problem\` in the kit's catalogues; an app replaces them by \`messages\` in the
provider's \`config\`. Apps get the code by \`onError\` of the hook, and by the rejected promise of calls that give one.
Back ends read the message of the answer, which says more than these texts. To them \`policy_violation\` comes with the status 400, and
\`awaiting_approval\` with the request that waits ([policies](../features/policies.md), [approvals](../features/approvals.md)).

While a user links or changes an account, what is not explained below the field is explained on ERROR_SCREEN with *Try again*.
\`too_many_requests\` with a known wait reads “${en.problem.waitSeconds('42 sec')}”

| code | status | text | at a login, shown |
| --- | --- | --- | --- |
${codes.map(row).join('\n')}
`
}

function row(code: ProblemCode): string {
  // A code of the browser alone is not in the server's catalogue and has no status.
  const { status }: { status?: number } = new ApiError(code as ErrorCode)
  return `| \`${code}\` | ${status ?? '–'} | ${en.problem[code]} | ${placeOf(code)} |`
}

function placeOf(code: ProblemCode): string {
  if (isInline(code)) return 'below the field'
  const step = react({ code })
  return 'screen' in step ? step.screen : step.kind
}
