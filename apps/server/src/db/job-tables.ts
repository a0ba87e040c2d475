/** Which process does a job that one at a time does. */
interface JobLeaseTable {
  job: string
  holder: string
  /** By the database's clock. */
  until_ms: number
}

/** Programs that have run in the last day. */
interface ProgramHeartbeatTable {
  holder: string
  program: string
  version: string
  host: string
  started_ms: number
  /** By the database's clock. */
  seen_ms: number
}

/** Counters; UNLOGGED, lost by a crash of the database. */
interface RateLimitTable {
  key: string
  points: number
  reset_at: number
}

/** Tables of what runs: jobs, the programs that do them, counters of budgets. */
export interface JobTables {
  job_lease: JobLeaseTable
  program_heartbeat: ProgramHeartbeatTable
  rate_limit: RateLimitTable
}
