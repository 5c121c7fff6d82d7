/** Fault probabilities between a device and the service, read for each request. */
export type LineFaults = {
  /** The request is lost, or answered with 429, 5xx or a captive portal page, before it takes effect. */
  readonly before: number;
  /** The request takes effect, but the answer is lost, arrives after the timeout, or is different. */
  readonly after: number;
  /** A download is truncated or corrupt. */
  readonly download: number;
  /** Events are repeated or reordered. */
  readonly events: number;
};

export const NO_FAULTS: LineFaults = { before: 0, after: 0, download: 0, events: 0 };
