/** What goes wrong between a device and the service; asked anew for each request. Each is a probability. */
export type LineFaults = {
  /** The request is lost, or answered with 429, 5xx or a page of somebody else, before it has an effect. */
  readonly before: number;
  /** It has its effect, and the answer is lost, comes later than anybody waits, or says something else. */
  readonly after: number;
  /** A download breaks off, or brings other bytes. */
  readonly download: number;
  /** Events come again, or in another order. */
  readonly events: number;
};

export const NO_FAULTS: LineFaults = { before: 0, after: 0, download: 0, events: 0 };
