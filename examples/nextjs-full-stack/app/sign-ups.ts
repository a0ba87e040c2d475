const kept = globalThis as unknown as { signUps?: Set<string>; seen?: Set<string> }
// Development reloads this module; what it kept stays.
kept.signUps ??= new Set()
kept.seen ??= new Set()

/** Ids of users that webhooks told of, and of the events. A real app keeps them in its database. */
export const signUps: Set<string> = kept.signUps
export const seen: Set<string> = kept.seen
