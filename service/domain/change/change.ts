import type { AdminEventType } from '../../../contract/resources/streams/admin-event.ts';
import type { EventType } from '../../../contract/resources/streams/event.ts';
import type { AncestorRecord, ItemRecord } from '../../ports/metadata/items/items.ts';
import type { EventDetails, ItemSnapshot } from '../../ports/metadata/streams/events.ts';
import type { MetadataWrites, TransactionScope } from '../../ports/metadata-store.ts';
import { settleShownNames } from '../access/settle-shown-names.ts';
import { arrivalOf } from '../kernel/arrival.ts';
import type { Report } from '../kernel/report.ts';
import { together } from '../kernel/work/together.ts';
import type { Caller, Service } from '../service.ts';
import { afterCommit } from './after-commit.ts';
import { type Audience, audienceOf, inRootsOf } from './events/audience.ts';
import type { ChangeEvent } from './events/change-event.ts';
import { auditNamesOf } from './events/happenings.ts';
import { recipientsOf } from './events/recipients.ts';
import { appendEvent, writeReport } from './write-report.ts';

/**
 * One change of the service's state: a single transaction with the new rows, etags, sequence ids and events. Listeners wake after
 * the commit.
 */
export interface Change {
  readonly service: Service;
  readonly caller: Caller;
  readonly tx: MetadataWrites;
  /** The time of the change, in milliseconds since the epoch: the same in every row that it writes. */
  readonly now: number;
  /** The start of every term that starts with this change, such as a retention's or the trash's; see `ClockTrust`. */
  readonly termStart: number;
  /** Adds an event to its recipients' streams; it becomes visible with the commit. */
  readonly emit: (event: ChangeEvent) => Promise<void>;
  /** Writes to the administrators' log and the webhooks; see `Report`. Item events do so by themselves. */
  readonly report: (report: Report) => Promise<void>;
}

/** Runs a change of anything and resolves with the result of `work` once it is durable. Nothing else changes meanwhile. */
export async function change<T>(service: Service, caller: Caller, work: (change: Change) => Promise<T>): Promise<T> {
  return changeIn(service, caller, 'enterprise', work);
}

/** Runs a change within a scope. `work` may run several times: see `MetadataStore.transaction`. */
export async function changeIn<T>(
  service: Service,
  caller: Caller,
  scope: TransactionScope,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const touched = new Set<string>();
  const result = await service.store.transaction(async (tx) => {
    touched.clear();
    const now = service.clock.now();
    const reported = { service, caller, tx, now, touched };
    const emit = async (event: ChangeEvent) => {
      if (event.recipients.length > 0 || event.adminType) await appendEvent(reported, event);
    };
    const report = async (entry: Report) => writeReport(reported, entry);
    return work({ service, caller, tx, now, termStart: service.trust.termStart(now), emit, report });
  }, scope);
  await afterCommit(service, () => service.signal.announce([...touched]));
  return result;
}

/** The item after another change by the caller, with etag and sequence id incremented. */
export function changed<Item extends ItemRecord>(item: Item, { now, caller }: Change): Item {
  return {
    ...item,
    etag: item.etag + 1,
    sequenceId: item.sequenceId + 1,
    modifiedAt: now,
    modifiedBy: caller.user.id,
  };
}

/** Additional context of an item event. */
export interface ItemEventContext {
  /** The type in the administrators' log, if it is not that of the event type. */
  readonly adminType?: AdminEventType;
  /** Additional details for administrators and webhooks, as plain JSON. */
  readonly details?: EventDetails;
  /** The item before a move: webhooks at its former location fire too. */
  readonly before?: ItemSnapshot;
  /** The item in the trash, before a restore. */
  readonly inTrash?: ItemSnapshot;
  /** The original of a copy: webhooks there fire too. */
  readonly copiedFrom?: ItemSnapshot;
  /** Known facts about the location of a new item. */
  readonly surroundings?: Surroundings;
}

/** Facts that all new items in one folder share, looked up once. */
export interface Surroundings {
  /** The users whose streams receive the events. */
  readonly audience: Audience;
  /** False: no legal hold and no retention applies here. */
  readonly isGoverned: boolean;
  /** False: no webhook watches this location. */
  readonly isWatched: boolean;
}

/**
 * Notifies everyone who can see an item of an event, and updates its search words and aliases. The rows of a new item and of its version
 * have to be there. An item that was there before may be updated meanwhile.
 */
export async function emitItemEvent(
  change: Change,
  eventType: EventType,
  item: ItemRecord,
  ancestors: readonly AncestorRecord[],
  context: ItemEventContext = {},
): Promise<void> {
  const { tx, emit, report } = change;
  const { reactions } = change.service;
  const known = auditNamesOf(eventType, item);
  const { surroundings, inTrash, adminType = known.adminType, ...reportContext } = context;
  const { trigger } = known;
  const { details = null, before = inTrash ?? null } = reportContext;
  const arrival = surroundings?.isGoverned === false ? null : arrivalOf(eventType, item, ancestors, before);
  const [audience, classification, isWatched] = await together([
    surroundings?.audience ?? audienceOf(tx, item, ancestors),
    item.etag === 0 ? null : reactions.classificationOf(tx, item.id),
    trigger !== null && (surroundings?.isWatched ?? reactions.isWatched(tx, pathsOf(item, ancestors, context))),
    reactions.onItemEvent(change, eventType, item),
    arrival && reactions.onArrival(change, arrival),
  ]);
  if (isPlaced.has(eventType)) await settleShownNames(tx, inRootsOf(audience, item));
  const source = { kind: 'item' as const, item, ancestors, ...(classification === null ? {} : { classification }) };
  await emit({ eventType, source, recipients: recipientsOf(eventType, audience), adminType, details });
  if (isWatched) await report({ adminType: null, trigger, source, ...reportContext });
}

/** The items whose webhooks fire with an event: those of its paths, now and before. */
function pathsOf(
  item: ItemRecord,
  ancestors: readonly AncestorRecord[],
  { before, copiedFrom }: ItemEventContext,
): readonly string[] {
  const original = copiedFrom ? [copiedFrom.item, ...copiedFrom.ancestors] : [];
  return [...new Set([item, ...ancestors, ...(before?.ancestors ?? []), ...original].map(({ id }) => id))];
}

/** Events that may change an item's name or location. A new version that renames the file handles this itself. */
const isPlaced: ReadonlySet<EventType> = new Set<EventType>(['ITEM_RENAME', 'ITEM_MOVE', 'ITEM_UNDELETE_VIA_TRASH']);
