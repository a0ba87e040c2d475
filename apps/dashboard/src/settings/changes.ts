import type { AppConfig } from '@sallyport/contract'

/** The settings that differ, with their new values. */
export function changesBetween(saved: AppConfig, edited: AppConfig): Partial<AppConfig> {
  const different = Object.entries(edited).filter(
    // The keys are those of the same type.
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(saved[key as keyof AppConfig]),
  )
  return Object.fromEntries(different)
}
