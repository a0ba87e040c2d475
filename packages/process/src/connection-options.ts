/**
 * The `options` of a program's database connections: settings of Postgres as the start-up message takes them.
 *
 * JIT is off. The programs' statements find a few rows by key, in less time than Postgres needs to compile one: where it is
 * on, as in Debian's packages, a plan that looks expensive is compiled again at every use, for 100 ms and more.
 */
export function connectionOptions(settings: Record<string, string | number>): string {
  return Object.entries({ jit: 'off', ...settings })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}
