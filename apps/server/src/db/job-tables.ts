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

/** Tables of jobs and of the programs that do them. */
export interface JobTables {
  job_lease: JobLeaseTable
  program_heartbeat: ProgramHeartbeatTable
}
