type Listener = (value: never) => void

/** Listeners by event name. */
export interface Emitter<Events extends Record<string, unknown>> {
  on<E extends keyof Events>(event: E, listener: (value: Events[E]) => void): void
  removeListener<E extends keyof Events>(event: E, listener: (value: Events[E]) => void): void
  emit<E extends keyof Events>(event: E, value: Events[E]): void
}

/** An emitter without listeners. A listener that throws does not keep the others from hearing. */
export function createEmitter<Events extends Record<string, unknown>>(): Emitter<Events> {
  const listeners = new Map<keyof Events, Set<Listener>>()
  return {
    on(event, listener) {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(listener))
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
    },
    emit(event, value) {
      for (const listener of [...(listeners.get(event) ?? [])]) {
        try {
          // Registered under this event, so it takes this value.
          ;(listener as (value: unknown) => void)(value)
        } catch (error) {
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
  }
}
