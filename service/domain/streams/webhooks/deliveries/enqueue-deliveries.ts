import { selectFields } from '../../../../../contract/fields.ts';
import type { WebhookTrigger } from '../../../../../contract/resources/streams/webhook.ts';
import type { AncestorRecord, ItemRecord } from '../../../../ports/metadata/items/items.ts';
import type { UserRecord } from '../../../../ports/metadata/people/users.ts';
import type { WebhookRecord } from '../../../../ports/metadata/streams/webhooks.ts';
import { accessTo, type ItemView } from '../../../access/item-access.ts';
import { presentUserMini } from '../../../kernel/mini.ts';
import type { Report } from '../../../kernel/report.ts';
import { assertNever } from '../../../refusal.ts';
import { answerItem } from '../../../representation/items/present.ts';
import { answerCollaboration } from '../../../representation/sharing/answer-collaboration.ts';
import type { ReportedChange } from '../../../service.ts';
import { callerFor } from '../../../service.ts';
import { mayRead, readerOf } from '../webhook-rules.ts';
import { type Message, newDelivery, outboxSignal } from './new-delivery.ts';

/**
 * Adds a delivery to the outbox for each webhook that matches a report, on the item or on any parent folder. It shows what the
 * webhook's creator may see. There is none if the creator has lost access to the target or to what the message reveals.
 */
export async function enqueueDeliveries(change: ReportedChange, report: Report): Promise<void> {
  const { trigger } = report;
  const spots = spotsOf(report);
  if (trigger === null || spots.length === 0) return;
  const webhooks = await change.tx.webhooks.listOnTargets([...new Set(spots.flatMap(pathOf))]);
  for (const webhook of webhooks) {
    const on = spots.filter((spot) => pathOf(spot).includes(webhook.target.id));
    const isNew = report.before !== undefined && on.length === 1 && on[0] === spots[0];
    const wanted = wantedBy(webhook, trigger, { isNew });
    if (on[0] && wanted.length > 0) await enqueue(change, report, webhook, wanted, on[0]);
  }
}

/** An item at a location that a webhook may watch; `item` is null if the report is about something on the item. */
interface Spot {
  readonly itemId: string;
  readonly ancestors: readonly AncestorRecord[];
  readonly item: ItemRecord | null;
}

/**
 * The locations of a change: the current one, the previous one, and that of the original of a copy. At the previous one the item is as
 * it was there, except for its sequence id.
 */
function spotsOf({ place, source, before, copiedFrom }: Report): readonly Spot[] {
  if (place !== undefined) return [{ ...place, item: null }];
  if (source.kind !== 'item') return [];
  const { item, ancestors } = source;
  return [
    { itemId: item.id, ancestors, item },
    ...(before ? [{ ...before, itemId: item.id, item: { ...before.item, sequenceId: item.sequenceId } }] : []),
    ...(copiedFrom ? [{ itemId: copiedFrom.item.id, ...copiedFrom }] : []),
  ];
}

function pathOf({ itemId, ancestors }: Spot): readonly string[] {
  return [...ancestors.map(({ id }) => id), itemId];
}

/** A file moved into a watched folder counts as uploaded there (service-decisions B 4.9). */
function wantedBy(
  { triggers }: WebhookRecord,
  trigger: WebhookTrigger,
  { isNew }: { readonly isNew: boolean },
): readonly WebhookTrigger[] {
  const happened: readonly WebhookTrigger[] =
    trigger === 'FILE.MOVED' && isNew ? ['FILE.MOVED', 'FILE.UPLOADED'] : [trigger];
  return happened.filter((one) => triggers.includes(one));
}

async function enqueue(
  change: ReportedChange,
  report: Report,
  webhook: WebhookRecord,
  triggers: readonly WebhookTrigger[],
  spot: Spot,
): Promise<void> {
  const { service, caller, tx, now, touched } = change;
  const creator = await tx.users.get(webhook.createdBy);
  const item = spot.item ?? (await tx.items.get(spot.itemId));
  if (!creator || creator.status === 'inactive' || !item) return;
  const view = await viewOf(change, creator, item, spot.ancestors);
  if (view === null || !seesTarget(view, webhook.target.id)) return;
  const reader = readerOf(creator, now);
  const reportable: WebhookTrigger[] = [];
  for (const trigger of triggers) if (await mayRead(tx, trigger, view, reader)) reportable.push(trigger);
  if (reportable.length === 0) return;
  const source = await sourceFor(change, report, creator, view);
  const additional = await detailsFor(change, report, creator);
  for (const trigger of reportable) {
    const message = {
      eventId: service.ids.hex(16),
      trigger,
      happenedAt: now,
      createdBy: presentUserMini(caller.user.id, caller.user),
      source,
      additional,
    };
    await tx.webhooks.insertDelivery(newDelivery(await tx.allocateId(), webhook, message));
  }
  touched.add(outboxSignal);
}

async function viewOf(
  { tx }: ReportedChange,
  creator: UserRecord,
  item: ItemRecord,
  ancestors: readonly AncestorRecord[],
): Promise<ItemView | null> {
  const access = await accessTo(tx, { user: creator }, item, ancestors);
  return access && { item, ancestors, access };
}

/** Access to an item below the target does not include the target. */
function seesTarget({ item, ancestors, access }: ItemView, targetId: string): boolean {
  if (access.sharedItemId === null) return true;
  const path = [...ancestors.map(({ id }) => id), item.id];
  return path.indexOf(access.sharedItemId) <= path.indexOf(targetId);
}

async function sourceFor(
  { service, tx }: ReportedChange,
  { source, before }: Report,
  creator: UserRecord,
  view: ItemView,
): Promise<object> {
  const reader = callerFor(creator, []);
  switch (source.kind) {
    case 'item': {
      const shown = selectFields(await answerItem(service, tx, reader, view), undefined);
      // A shared link opens the item at its new location, where the creator may have no access.
      return view.ancestors === before?.ancestors ? { ...shown, shared_link: null } : shown;
    }
    case 'collaboration':
      return answerCollaboration(service, tx, reader, source.collaboration);
    case 'user':
      return presentUserMini(source.user.id, source.user);
    case 'resource':
      return source.resource;
    default:
      return assertNever(source);
  }
}

/** The details of a move name both locations, so only someone with access to both receives them. */
async function detailsFor(
  { tx }: ReportedChange,
  { source, before, details }: Report,
  creator: UserRecord,
): Promise<Message['additional']> {
  if (before === undefined || source.kind !== 'item') return details ?? null;
  for (const { item, ancestors } of [source, before]) {
    if ((await accessTo(tx, { user: creator }, item, ancestors)) === null) return null;
  }
  return details ?? null;
}
