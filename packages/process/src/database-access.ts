/** A login role that can read a schema's tables, and why. */
export interface SchemaReader {
  role: string
  /** The schema belongs to it. */
  isOwner: boolean
  /** It can read any table, whatever is granted. */
  readsEverything: boolean
  /** Ends a sentence that begins with the role's name. */
  reason: string
}

/**
 * Login roles of this database that can read or write the tables of the schema `$1`, with the reason (T-15). Grants on
 * views do not count. Membership counts without INHERIT, because a member can switch to the role. Before Postgres 16 a role
 * with CREATEROLE can make itself a member of any other.
 */
export const schemaReadersSql = `
  with login as (
    select r.oid, r.rolname,
      case
        when r.rolsuper then 'is a superuser'
        when r.rolreplication then 'may copy the whole database (REPLICATION)'
        when r.rolcreaterole and current_setting('server_version_num')::int < 160000
          then 'may become a member of any role (CREATEROLE)'
        else (
          select 'is a member of ' || p.rolname from pg_roles p
          where p.rolname in ('pg_read_all_data', 'pg_write_all_data', 'pg_read_server_files',
            'pg_write_server_files', 'pg_execute_server_program')
            and pg_has_role(r.oid, p.oid, 'MEMBER')
          limit 1
        )
      end as everything
    from pg_roles r
    where r.rolcanlogin and has_database_privilege(r.oid, current_database(), 'CONNECT')
  )
  select rolname as role, coalesce(l.oid = n.nspowner, false) as "isOwner",
    everything is not null as "readsEverything",
    coalesce(everything, case when pg_has_role(l.oid, n.nspowner, 'MEMBER')
      then 'is its owner or a member of the owner''s role' else 'was granted rights on it' end) as reason
  from login l left join pg_namespace n on n.nspname = $1
  where everything is not null
    or pg_has_role(l.oid, n.nspowner, 'MEMBER')
    or has_schema_privilege(l.oid, n.oid, 'CREATE')
    or (has_schema_privilege(l.oid, n.oid, 'USAGE') and exists (
      select from pg_class c where c.relnamespace = n.oid and c.relkind in ('r', 'p', 'm')
        and (has_table_privilege(l.oid, c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE')
          or has_any_column_privilege(l.oid, c.oid, 'SELECT, UPDATE'))
    ))
  order by 1`

/**
 * Why a schema's tables are not private, one sentence for each login role that can read them besides its owner, the
 * administrators and the roles in `expected`, none of which may read everything unless it is an administrator's.
 */
export function readerProblems(
  schema: string,
  readers: readonly SchemaReader[],
  allowed: { expected: readonly string[]; administrators: readonly string[] },
): string[] {
  const isAllowed = ({ role, isOwner, readsEverything }: SchemaReader) =>
    allowed.administrators.includes(role) ||
    (!readsEverything && (isOwner || allowed.expected.includes(role)))
  return readers
    .filter((reader) => !isAllowed(reader))
    .map(
      ({ role, reason }) =>
        `The database role ${role} can read the tables of ${schema}: it ${reason}. Take that away, or name it in SALLYPORT_DATABASE_ADMINS if it is an administrator's.`,
    )
}

/** Why a program must not use a role that reads everything, in one sentence; it is not excused as an administrator's. */
export function ownRoleProblem(
  variable: string,
  role: string,
  readers: readonly SchemaReader[],
): string | undefined {
  const own = readers.find((reader) => reader.role === role)
  if (own?.readsEverything !== true) return undefined
  return `${variable} must not use the role ${role}, which ${own.reason}: give the program a role of its own (docs/operate/deploy.md).`
}
