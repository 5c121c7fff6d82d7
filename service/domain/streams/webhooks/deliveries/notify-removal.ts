import type { ItemRecord } from '../../../../ports/metadata/items/items.ts';
import type { VersionRecord } from '../../../../ports/metadata/items/versions.ts';
import type { EventDetails } from '../../../../ports/metadata/streams/events.ts';
import type { MetadataWrites } from '../../../../ports/metadata-store.ts';
import { anonymousCaller } from '../../../access/anonymous.ts';
import { appendEvent } from '../../../change/write-report.ts';
import { type Caller, callerFor, type Service } from '../../../service.ts';
import { enqueueDeliveries } from './enqueue-deliveries.ts';

/** A transaction that deletes something, its time, and in whose name. */
export interface RemovalMoment {
  readonly service: Service;
  readonly tx: MetadataWrites;
  readonly now: number;
  /** Absent for a job that empties the trash: it completes what the user began who trashed the item. */
  readonly caller?: Caller;
}

const triggers = { file: 'FILE.DELETED', folder: 'FOLDER.DELETED', web_link: null } as const;

/** A person deletes, or a job does so automatically, whether in a person's name or not. */
export type Remover = 'person' | 'job';

/**
 * Records the permanent deletion of an item in the administrators' log, and notifies the webhooks on it and above it. Call it before
 * the item is deleted.
 */
export async function notifyRemoval(removal: RemovalMoment, item: ItemRecord, by: Remover): Promise<void> {
  const { change, source } = await logRemoval(removal, item, item.trashedBy, { is_automatic: by === 'job' });
  await enqueueDeliveries(change, { adminType: null, trigger: triggers[item.kind], source });
}

/** Records the permanent deletion of a past version, by a job, in the administrators' log. Webhooks have no trigger for it. */
export async function notifyVersionRemoval(
  removal: RemovalMoment,
  file: ItemRecord,
  { id, trashedBy }: VersionRecord,
): Promise<void> {
  await logRemoval(removal, file, trashedBy, { is_automatic: true, version_id: id });
}

async function logRemoval(
  { service, tx, now, caller }: RemovalMoment,
  item: ItemRecord,
  trashedBy: string | null,
  more: EventDetails,
) {
  const remover = caller ?? (await callerOf(tx, trashedBy ?? item.ownerId));
  const source = { kind: 'item' as const, item, ancestors: await tx.items.ancestors(item) };
  const change = { service, caller: remover, tx, now, touched: new Set<string>() };
  const details = { is_permanent: true, ...more };
  await appendEvent(change, { eventType: 'DELETE', adminType: 'DELETE', source, details, recipients: [] });
  return { change, source };
}

/** Deleted accounts are named too. */
async function callerOf(tx: MetadataWrites, userId: string): Promise<Caller> {
  const [user] = await tx.users.getMany([userId]);
  return user ? callerFor(user, []) : anonymousCaller(null);
}
