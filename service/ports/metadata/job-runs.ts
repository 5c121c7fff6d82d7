/** A process that wants to run a job. Times are in milliseconds since the epoch. */
export interface JobClaim {
  readonly name: string;
  /** A name of the process that no other has. */
  readonly holder: string;
  readonly now: number;
  /** The least time between the beginnings of two runs. */
  readonly everyMs: number;
  /** The claim ends by itself after this time, unless it is extended: for processes that die. */
  readonly holdMs: number;
}

/** Which process runs which job: each job runs in one process at a time, however many there are. */
export interface JobRunWrites {
  /** Takes a job whose turn it is and that nobody holds; null when it was taken, else the time to look again. */
  claim(claim: JobClaim): Promise<number | null>;
  /** Holds a job for longer; false when the claim had ended and another process may have it. */
  extend(name: string, holder: string, until: number): Promise<boolean>;
  /** Gives a job back after its run. */
  finish(name: string, holder: string): Promise<void>;
}
