/** The service's only source of time, so that tests of expiry and retention need not wait. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}
