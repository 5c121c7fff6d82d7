import { selectFields } from '../../../../../contract/fields.ts';
import type { WebhookTrigger } from '../../../../../contract/resources/streams/webhook.ts';
import type { AncestorRecord, ItemRecord } from '../../../../ports/metadata/items/items.ts';
import type { UserRecord } from '../../../../ports/metadata/people/users.ts';
import type { WebhookRecord } from '../../../../ports/metadata/streams/webhooks.ts';
import { accessTo, type ItemView } from '../../../access/item-access.ts';
import { auditNamesOf } from '../../../change/events/happenings.ts';
import { isRename } from '../../../change/item-differences.ts';
import { presentUserMini } from '../../../kernel/mini.ts';
import type { Report } from '../../../kernel/report.ts';
import { assertNever } from '../../../refusal.ts';
import { answerItem } from '../../../representation/items/present.ts';
import { answerCollaboration } from '../../../representation/sharing/answer-collaboration.ts';
import type { ReportedChange } from '../../../service.ts';
import { callerFor } from '../../../service.ts';
import { mayRead, readerOf } from '../webhook-rules.ts';
import { addToOutbox, type Message, outboxSignal, type Recipient } from './add-to-outbox.ts';

/**
 * Adds a message to the outbox for each creator of webhooks that match a report, on the item or on any parent folder. It shows what the
 * creator may see. A webhook sends none if its creator has lost access to the target or to what the message reveals.
 */
export async function enqueueDeliveries(change: ReportedChange, report: Report): Promise<void> {
  const { trigger } = report;
  const spots = spotsOf(report);
  if (trigger === null || spots.length === 0) return;
  const webhooks = await change.tx.webhooks.listOnTargets([...new Set(spots.flatMap(({ path }) => [...path]))]);
  for (const spot of spots) {
    const here = webhooks.filter(({ target }) => spots.find(({ path }) => path.has(target.id)) === spot);
    for (const [creatorId, own] of Map.groupBy(here, ({ createdBy }) => createdBy)) {
      const wishes = own.flatMap((webhook) => {
        const happened = spot === spots[0] ? happenedHere(report, trigger, isElsewhere(webhook, spots)) : [trigger];
        return happened.filter((one) => webhook.triggers.includes(one)).map((wanted) => ({ webhook, trigger: wanted }));
      });
      if (wishes.length > 0) await enqueue(change, report, { creatorId, spot, wishes });
    }
  }
}

/** True if the webhook also watches another location of the change than the current one, such as that before a move. */
function isElsewhere({ target }: WebhookRecord, [, ...others]: readonly Spot[]): boolean {
  return others.some(({ path }) => path.has(target.id));
}

/** An item at a location that a webhook may watch; `item` is null if the report is about something on the item. */
interface Spot {
  readonly itemId: string;
  readonly ancestors: readonly AncestorRecord[];
  readonly item: ItemRecord | null;
  /** The ids of the item and of all folders above it. */
  readonly path: ReadonlySet<string>;
}

/**
 * The locations of a change: the current one, the previous one, and that of the original of a copy. At the previous one the item is as
 * it was there, except for its sequence id.
 */
function spotsOf({ place, source, before, copiedFrom }: Report): readonly Spot[] {
  if (place !== undefined) return [spotOf(place.itemId, place.ancestors, null)];
  if (source.kind !== 'item') return [];
  const { item, ancestors } = source;
  const itemBefore = before && { ...before.item, sequenceId: item.sequenceId };
  return [
    spotOf(item.id, ancestors, item),
    ...(before && itemBefore ? [spotOf(item.id, before.ancestors, itemBefore)] : []),
    ...(copiedFrom ? [spotOf(copiedFrom.item.id, copiedFrom.ancestors, copiedFrom.item)] : []),
  ];
}

function spotOf(itemId: string, ancestors: readonly AncestorRecord[], item: ItemRecord | null): Spot {
  return { itemId, ancestors, item, path: new Set([...ancestors.map(({ id }) => id), itemId]) };
}

/**
 * The triggers of a change at the item's current location. A file moved into a watched folder counts as uploaded there.
 * A rename that comes with a new version, a move or a restore is also a rename.
 */
function happenedHere(
  { source, details }: Report,
  trigger: WebhookTrigger,
  wasWatchedBefore: boolean,
): readonly WebhookTrigger[] {
  const renamed = source.kind === 'item' && isRename(details) ? auditNamesOf('ITEM_RENAME', source.item).trigger : null;
  return [
    trigger,
    ...(trigger === 'FILE.MOVED' && !wasWatchedBefore ? ['FILE.UPLOADED' as const] : []),
    ...(renamed === null || renamed === trigger ? [] : [renamed]),
  ];
}

/** What the webhooks of one creator would send about a change at a location. */
interface Wishes {
  readonly creatorId: string;
  readonly spot: Spot;
  readonly wishes: readonly Omit<Recipient, 'eventId'>[];
}

async function enqueue(change: ReportedChange, report: Report, { creatorId, spot, wishes }: Wishes): Promise<void> {
  const { service, caller, tx, now, touched } = change;
  const creator = await tx.users.get(creatorId);
  const item = spot.item ?? (await tx.items.get(spot.itemId));
  if (!creator || creator.status === 'inactive' || !item) return;
  const view = await viewOf(change, creator, item, spot.ancestors);
  if (view === null) return;
  const readable = new Set<WebhookTrigger>();
  for (const trigger of new Set(wishes.map((wish) => wish.trigger))) {
    if (mayRead(trigger, view, readerOf(creator, now))) readable.add(trigger);
  }
  const recipients = wishes
    .filter(({ webhook, trigger }) => readable.has(trigger) && seesTarget(view, webhook.target.id))
    .map((wish) => ({ ...wish, eventId: service.ids.hex(16) }));
  if (recipients.length === 0) return;
  const message = {
    happenedAt: now,
    createdBy: presentUserMini(caller.user.id, caller.user),
    source: await sourceFor(change, report, creator, view),
    additional: await detailsFor(change, report, creator),
  };
  await addToOutbox(tx, creatorId, message, recipients);
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
