import type { MetadataWrites } from '../../ports/metadata-store.ts';
import type { Caller, Service } from '../service.ts';

/** The change that a report belongs to. */
export interface ReportedChange {
  readonly service: Service;
  readonly caller: Caller;
  readonly tx: MetadataWrites;
  readonly now: number;
  /** Who is to be woken after the commit. */
  readonly touched: Set<string>;
}
