import type { MetadataWrites } from '../../ports/metadata-store.ts';
import { holdEntered } from '../legal-holds/hold-entered.ts';
import { retainEntered } from '../retention/retain-entered.ts';
import type { Service } from '../service.ts';
import type { Arrival } from './arrival.ts';

/**
 * Brings what arrived under the legal holds and retention policies of the place, in the transaction of the change. Call it for every
 * arrival that no event of the item tells of: `emitItemEvent` does it for those that one tells of.
 */
export async function governArrival(
  { service, tx }: { readonly service: Pick<Service, 'settings'>; readonly tx: MetadataWrites },
  arrival: Arrival,
): Promise<void> {
  await holdEntered(tx, arrival);
  await retainEntered(tx, service.settings.enterprise.id, arrival);
}
