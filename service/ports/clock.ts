/** The service's only source of the time, so that expiry and retention can be tested without waiting. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}
