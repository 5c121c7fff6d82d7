/** A process that wants to run a job. Times are in milliseconds since the epoch. */
export interface JobClaim {
  readonly name: string;
  /** A unique name of the process. */
  readonly holder: string;
  readonly now: number;
  /** The minimum time between the starts of two runs. */
  readonly everyMs: number;
  /** The lease: it expires after this time unless extended, in case the process dies. Then the job is due. */
  readonly holdMs: number;
}

/** A failed run is complete: its job waits for its next turn. An interrupted one is due again at once, like one whose process died. */
export type JobRunEnd = 'complete' | 'interrupted';

/** Which process runs which job: each job runs in only one process at a time. */
export interface JobRunWrites {
  /** Claims a job that is due and free. Returns null on success, otherwise when to check again. */
  claim(claim: JobClaim): Promise<number | null>;
  /** Extends a claim; false if it has expired and another process may have taken it. */
  extend(name: string, holder: string, until: number): Promise<boolean>;
  /** Releases a job after its run. */
  finish(name: string, holder: string, end: JobRunEnd): Promise<void>;
}
