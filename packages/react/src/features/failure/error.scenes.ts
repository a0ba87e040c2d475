import type { ProblemCode } from '../../flow/problem.js'
import type { States } from '../../test-kit/scene.js'

const problem = (code: ProblemCode) => ({ code, reference: 'req_4f9a21c7' })

/** A login failed for a reason that only the app’s developer can fix. */
export const scenes: States<'ERROR_SCREEN'> = {
  first: {
    when: 'The app is misconfigured: here, its origin isn’t on the list of allowed domains.',
    data: { problem: problem('invalid_origin'), canRetry: false, intent: 'login' },
  },
  local: {
    when: 'The same on localhost: developers are pointed to the browser’s console.',
    data: { problem: problem('invalid_origin'), canRetry: false, intent: 'login' },
    pageHost: 'localhost:4400',
  },
  'insecure-page': {
    when: 'The page is on plain http, at an address of the developer’s network.',
    data: { problem: { code: 'insecure_page' }, canRetry: false, intent: 'login' },
    pageHost: '192.168.178.20:5173',
  },
  'can-retry': {
    when: 'Trying again may help.',
    data: { problem: problem('internal_error'), canRetry: true, intent: 'login' },
  },
}
