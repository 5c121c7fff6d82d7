/** Milliseconds since the epoch as RFC 3339 in UTC. */
export function presentDate(time: number): string {
  return new Date(time).toISOString();
}

/** The same for an optional time. */
export function presentOptionalDate(time: number | null): string | null {
  return time === null ? null : presentDate(time);
}
