/** A file as the service acknowledged it, or may have stored it. */
export type KnownFile = {
  readonly id: string;
  readonly name: string;
  readonly etag: string;
  readonly sha1: string;
  readonly isTrashed: boolean;
};

/** One change that the service acknowledged, as its event must show it. */
export type Acknowledged = { readonly eventType: string; readonly id: string; readonly etag: string };

/** Everything acknowledged: each file's state, and every change that led to it. */
export type Ledger = {
  readonly files: Map<string, KnownFile>;
  readonly changes: Acknowledged[];
  /** Things that must not be, in words. */
  readonly violations: string[];
};

export function openLedger(): Ledger {
  return { files: new Map(), changes: [], violations: [] };
}

/** Notes a change that was acknowledged, or of which a look afterwards showed that it had come through. */
export function acknowledge(ledger: Ledger, eventType: string, file: KnownFile): void {
  ledger.files.set(file.id, file);
  ledger.changes.push({ eventType, id: file.id, etag: file.etag });
}
