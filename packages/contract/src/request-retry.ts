/** Repeating a failed request: only safe methods, once, and only after these statuses. */
export const requestRetry = {
  safe: 1,
  mutating: 0,
  statuses: [408, 409, 425, 429, 500, 502, 503, 504],
} as const
