const kept = globalThis as unknown as { signUps?: Set<string> }
// Development reloads this module; what it kept stays.
kept.signUps ??= new Set()

/** Ids of users that webhooks told of. A real app keeps them in its database, and the ids of deliveries it has seen. */
export const signUps: Set<string> = kept.signUps
