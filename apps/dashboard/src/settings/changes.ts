import type { OwnAppConfig } from '@sallyport/contract'

/** Returns the settings that differ, with their new values. */
export function changesBetween(saved: OwnAppConfig, edited: OwnAppConfig): Partial<OwnAppConfig> {
  const different = Object.entries(edited).filter(
    // The keys are those of the same type.
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(saved[key as keyof OwnAppConfig]),
  )
  return Object.fromEntries(different)
}
