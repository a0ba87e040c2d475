import type { States } from '../../test-kit/scene.js'

/** The app is full. */
export const scenes: States<'USER_LIMIT_REACHED_SCREEN'> = {
  first: { when: 'The app has reached its user limit.', data: {} },
}
