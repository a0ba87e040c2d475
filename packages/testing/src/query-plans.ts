import type pg from 'pg'

/** A step of a plan, of what `explain (format json)` says about it. */
interface PlanStep {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  /** The table’s name in the statement. */
  Alias?: string
  Plans?: PlanStep[]
}

/** Tables and indexes that a plan reads whole: a scan of the table, or of an index without a condition. */
export function wholeReads(plan: PlanStep): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', Plans: below = [] } = plan
  const isWhole =
    type === 'Seq Scan' ||
    (/^(Index|Index Only|Bitmap Index) Scan$/.test(type) && plan['Index Cond'] === undefined)
  return [...(isWhole ? [plan['Index Name'] ?? table] : []), ...below.flatMap(wholeReads)]
}

/**
 * Tables of which a plan reads rows of any app: no condition of the plan compares their `app_id`. `isOfApps` tells which tables have the column.
 */
export function readsOfAllApps(plan: PlanStep, isOfApps: (table: string) => boolean): string[] {
  const steps = stepsOf(plan)
  const conditions = steps.flatMap((step) =>
    Object.entries(step).flatMap(([name, value]) =>
      /Cond|Filter$/.test(name) && typeof value === 'string' ? [value] : [],
    ),
  )
  const isBound = (alias: string) =>
    conditions.some((condition) => new RegExp(`\\b${alias}\\.app_id\\b`).test(condition))
  const reads = steps.filter((step) => step['Node Type'].endsWith('Scan'))
  return reads.flatMap(({ 'Relation Name': table, Alias: alias = table }) =>
    table !== undefined && alias !== undefined && isOfApps(table) && !isBound(alias) ? [table] : [],
  )
}

const stepsOf = (plan: PlanStep): PlanStep[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)]

/** The plan of a statement as a connection keeps it: made without looking at the parameters. */
export async function genericPlan(client: pg.Client, text: string): Promise<PlanStep> {
  await client.query('set plan_cache_mode = force_generic_plan')
  await client.query(`prepare planned as ${text}`)
  try {
    const { rows } =
      await client.query(`select coalesce(array_length(parameter_types, 1), 0) as count
      from pg_prepared_statements where name = 'planned'`)
    const values = Array.from({ length: rows[0].count }, () => 'null').join(', ')
    const explained = `explain (verbose, format json) execute planned${values && `(${values})`}`
    return (await client.query(explained)).rows[0]['QUERY PLAN'][0].Plan
  } finally {
    await client.query('deallocate planned')
  }
}

/**
 * Writes `count` rows into each table of a schema, made up by the types of the columns, without their checks and references:
 * for what the planner makes of full tables. Rows of the same number refer to each other, and `app_id` has five values.
 */
export async function fillTables(client: pg.Client, schema: string, count: number): Promise<void> {
  const { rows: checks } = await client.query(
    `select conrelid::regclass::text as table, conname as name from pg_constraint
     where connamespace = $1::regnamespace and contype = 'c'`,
    [schema],
  )
  for (const { table, name } of checks)
    await client.query(`alter table ${table} drop constraint "${name}"`)
  const { rows: tables } = await client.query<{ table: string; columns: Column[] }>(
    `select c.relname as table, json_agg(json_build_object('name', a.attname,
       'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = $1::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
     group by 1`,
    [schema],
  )
  await client.query('set session_replication_role = replica')
  for (const { table, columns } of tables) {
    const names = columns.map(({ name }) => `"${name}"`).join(', ')
    await client.query(`insert into ${schema}.${table} (${names})
      select ${columns.map(madeUpValue).join(', ')} from generate_series(1, ${count}) as n
      on conflict do nothing`)
  }
  await client.query('set session_replication_role = origin')
}

interface Column {
  name: string
  type: string
}

function madeUpValue({ name, type }: Column): string {
  if (name === 'app_id') return `'app' || n % 5`
  if (type === 'bytea') return `decode(md5(n::text), 'hex')`
  if (type === 'uuid') return 'md5(n::text)::uuid'
  if (type.endsWith('[]') || type.startsWith('json')) return `'{}'`
  if (type === 'boolean') return 'n % 2 = 0'
  if (type.startsWith('timestamp')) return 'now()'
  return /int|numeric|double/.test(type) ? 'n' : `'text' || n`
}
