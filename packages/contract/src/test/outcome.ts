import * as z from 'zod/mini'

/** What a schema makes of an input: the value it accepts, or the different texts of its refusal, first one first. */
export function outcome(schema: z.ZodMiniType, input: unknown): { value: unknown } | string[] {
  const result = z.safeParse(schema, input)
  if (result.success) return { value: result.data }
  return [...new Set(result.error.issues.map(({ message }) => message))]
}

/** Rows for `test.each`, which would spread an array given as it is. */
export const rows = (...inputs: readonly unknown[]) => inputs.map((input) => ({ input }))

/** Values no rule about text may let in. */
export const notText = [
  undefined,
  null,
  0,
  123456,
  true,
  [],
  ['a'],
  {},
  { toString: 'a', length: 6 },
] as const

/** `count` times the letter a. */
export const letters = (count: number) => 'a'.repeat(count)
