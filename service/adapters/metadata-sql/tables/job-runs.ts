/** A job run as a row; see the migration. */
export interface JobRunTables {
  job_run: { name: string; holder: string | null; held_until: number; begun_at: number };
}
