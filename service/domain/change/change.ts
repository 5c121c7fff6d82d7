import type { EventType } from '../../../contract/resources/event.ts';
import type { EventDetails, EventRecipient, ItemSnapshot } from '../../ports/metadata/events.ts';
import type { AncestorRecord, ItemRecord } from '../../ports/metadata/items.ts';
import type { MetadataWrites } from '../../ports/metadata-store.ts';
import { settleShownNames } from '../access/settle-shown-names.ts';
import type { Caller, Service } from '../service.ts';
import { afterCommit } from './after-commit.ts';
import { arrivalOf } from './arrival.ts';
import { type Audience, audienceOf, inRootsOf, isInTree } from './audience.ts';
import type { ChangeEvent } from './change-event.ts';
import { happeningOf } from './happenings.ts';
import { recipientsOf } from './recipients.ts';
import type { Report } from './report.ts';
import { appendEvent, writeReport } from './write-report.ts';

/**
 * One change of the service's state: a transaction that carries the new rows, the new etag and sequence id and the
 * events, all or nothing. Who waits for events is woken after the commit.
 */
export interface Change {
  readonly service: Service;
  readonly caller: Caller;
  readonly tx: MetadataWrites;
  /** The moment of the change, in milliseconds since the epoch: the same in every row that it writes. */
  readonly now: number;
  /** Puts an event into the streams of its recipients; the change's commit makes it visible. */
  readonly emit: (event: ChangeEvent) => Promise<void>;
  /** Tells the administrators' log and the webhooks; see `Report`. Events of items do so by themselves. */
  readonly report: (report: Report) => Promise<void>;
}

/** Runs a change and resolves with the result of `work` once the change is durable. */
export async function change<T>(service: Service, caller: Caller, work: (change: Change) => Promise<T>): Promise<T> {
  const touched = new Set<string>();
  const result = await service.store.transaction(async (tx) => {
    const now = service.clock.now();
    const reported = { service, caller, tx, now, touched };
    const emit = async (event: ChangeEvent) => {
      if (event.recipients.length > 0 || event.adminType) await appendEvent(reported, event);
    };
    const report = async (told: Report) => writeReport(reported, told);
    return work({ service, caller, tx, now, emit, report });
  });
  await afterCommit(service, () => service.signal.announce([...touched]));
  return result;
}

/** The item after one more change by the caller: its etag and its sequence id rise by one (service-decisions.md A11). */
export function changed<Item extends ItemRecord>(item: Item, { now, caller }: Change): Item {
  return {
    ...item,
    etag: item.etag + 1,
    sequenceId: item.sequenceId + 1,
    modifiedAt: now,
    modifiedBy: caller.user.id,
  };
}

/** What more there is to say of an event of an item. */
export interface ItemEventContext {
  /** What administrators and webhooks should know beside the item, as plain JSON. */
  readonly details?: EventDetails;
  /** The folders above it before it was moved: webhooks there are told too. */
  readonly ancestorsBefore?: readonly AncestorRecord[];
  /** What it was copied from: webhooks there are told too. */
  readonly copiedFrom?: ItemSnapshot;
  /** What is known of the place already, of an item that has just been made there. */
  readonly surroundings?: Surroundings;
}

/** What all new items in one folder share, so that it is looked up once for many. */
export interface Surroundings {
  /** Whose streams have the events. */
  readonly audience: Audience;
  /** False: no legal hold and no retention reaches what comes here. */
  readonly isGoverned: boolean;
  /** False: no webhook waits for what happens here. */
  readonly isWatched: boolean;
}

/** Tells everyone who can see an item what happened to it, and keeps in step what it is found by. */
export async function emitItemEvent(
  change: Change,
  eventType: EventType,
  item: ItemRecord,
  ancestors: readonly AncestorRecord[],
  context: ItemEventContext = {},
): Promise<void> {
  const { tx, emit, report } = change;
  const { reactions } = change.service;
  const { surroundings, ...told } = context;
  const { details = null } = told;
  await reactions.onItemEvent(change, eventType, item);
  const arrival = arrivalOf(eventType, item, ancestors);
  if (arrival && surroundings?.isGoverned !== false) await reactions.onArrival(change, arrival);
  const audience = surroundings?.audience ?? (await audienceOf(tx, item, ancestors));
  if (isPlaced.has(eventType)) await settleShownNames(tx, inRootsOf(audience, item), item.id);
  const classification = item.etag === 0 ? null : await reactions.classificationOf(tx, item.id);
  const source = { kind: 'item' as const, item, ancestors, ...(classification === null ? {} : { classification }) };
  const { adminType, trigger } = happeningOf(eventType, item);
  await emit({ eventType, source, recipients: recipientsOf(eventType, audience), adminType, details });
  if (surroundings?.isWatched !== false) await report({ adminType: null, trigger, source, ...told });
}

/** Events after which an item may have another name, or be in another place. A new version that renames sees to it itself. */
const isPlaced: ReadonlySet<EventType> = new Set<EventType>(['ITEM_RENAME', 'ITEM_MOVE', 'ITEM_UNDELETE_VIA_TRASH']);

/**
 * Tells those who could see an item where it was, and cannot where it is now, that it is gone for them: they get it with
 * the place that they knew and nothing of the new one.
 */
export async function emitLoss({ emit }: Change, loss: Loss): Promise<void> {
  const { item, before, audienceBefore, audienceAfter } = loss;
  const recipients: EventRecipient[] = [];
  for (const [userId, access] of audienceBefore) {
    if (!isInTree(access) || isInTree(audienceAfter.get(userId))) continue;
    const itemId = access.kind === 'owner' ? item.id : access.itemId;
    recipients.push({ userId, access: { kind: 'lost', itemId }, isChange: true });
  }
  const source = { kind: 'item' as const, item: { ...item, parentId: before.parentId }, ancestors: before.ancestors };
  await emit({ eventType: 'ITEM_UNSYNC', source, recipients });
}

/** An item that some people cannot see any more: where it was, who saw it there, who sees it still. */
export interface Loss {
  readonly item: ItemRecord;
  readonly before: { readonly parentId: string | null; readonly ancestors: readonly AncestorRecord[] };
  readonly audienceBefore: Audience;
  readonly audienceAfter: Audience;
}
