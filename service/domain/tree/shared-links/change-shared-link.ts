import type { EventType } from '../../../../contract/resources/streams/event.ts';
import { nameKey } from '../../../../contract/rules/names.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { SharedLinkRecord } from '../../../ports/metadata/sharing/shared-links.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { type ItemView, requireRight } from '../../access/item-access.ts';
import { type LinkState, settled, usualLink } from '../../access/links/link-settings.ts';
import { conditionOf, type LinkCondition } from '../../access/links/live-link.ts';
import { type Change, emitItemEvent } from '../../change/change.ts';
import { parameterRefusal, Refusal } from '../../refusal.ts';
import type { LinkChange } from './prepare-link-change.ts';

/**
 * Creates, changes or removes the shared link of an item. Anyone who may share can create one with default settings, and remove
 * their own; other settings, and other users' links, require the right to organise. A link that is asleep is changed, not replaced:
 * anyone who may share could destroy its URL and password otherwise.
 */
export async function changeSharedLink(change: Change, view: ItemView, wanted: LinkChange): Promise<ItemView> {
  const { tx, now } = change;
  requireRight(view, 'share');
  if (view.item.parentId === null) throw new Refusal('forbidden', say`The root folder cannot have a shared link.`);
  const stored = await tx.sharedLinks.get(view.item.id);
  const condition = stored && (await conditionOf(tx, stored, { ...view, now }));
  if (wanted === null) return stored && condition ? removeLink(change, view, { stored, condition }) : view;
  const known = condition === 'dead' ? null : stored;
  const before = known ?? usualLink;
  const after = settled(before, wanted, { kind: view.item.kind, now });
  const isTakenOver = condition === 'asleep' && known?.createdBy !== change.caller.user.id;
  const isSame = sameState(before, after) && !isTakenOver;
  if (!isSame) requireRight(view, 'organise');
  if (known !== null && isSame) return view;
  await requireFreeVanityName(tx, view.item.id, after.vanityName);
  if (known !== null) {
    // The last user who changes a link becomes responsible for it.
    await tx.sharedLinks.update({ ...known, ...after, createdBy: change.caller.user.id });
    return notifyChanged(change, view, 'ITEM_SHARED_UPDATE', known.unsharedAt !== after.unsharedAt);
  }
  if (stored !== null) await tx.sharedLinks.deleteOfItems([view.item.id]);
  await tx.sharedLinks.insert({ ...newLink(change, view.item.id), ...after });
  return notifyChanged(change, view, 'ITEM_SHARED_CREATE');
}

/** Removes the link of an item without checking rights. */
export async function unshare(change: Change, view: ItemView): Promise<ItemView> {
  await change.tx.sharedLinks.deleteOfItems([view.item.id]);
  return notifyChanged(change, view, 'ITEM_SHARED_UNSHARE');
}

async function removeLink(
  change: Change,
  view: ItemView,
  { stored, condition }: { readonly stored: SharedLinkRecord; readonly condition: LinkCondition },
): Promise<ItemView> {
  if (condition !== 'dead' && stored.createdBy !== change.caller.user.id) requireRight(view, 'organise');
  return unshare(change, view);
}

function newLink({ service, now, caller }: Change, itemId: string): Omit<SharedLinkRecord, keyof LinkState> {
  // 128 random bits, so that a link cannot be found by guessing.
  const token = service.ids.hex(16);
  return { itemId, token, downloadCount: 0, previewCount: 0, createdBy: caller.user.id, createdAt: now };
}

function sameState(one: LinkState, other: LinkState): boolean {
  return (Object.keys(usualLink) as (keyof LinkState)[]).every((field) => one[field] === other[field]);
}

async function requireFreeVanityName(reads: MetadataReads, itemId: string, name: string | null): Promise<void> {
  if (name === null) return;
  const holder = await reads.sharedLinks.getByVanityName(name);
  if (holder === null || holder.itemId === itemId) return;
  const message = say`Another shared link already uses the name "${name}". Choose another one.`;
  throw parameterRefusal('conflict', 'shared_link.vanity_name', message);
}

/**
 * The shared link is part of the item: its counters rise, and everyone who sees the item is notified. The last modification stays,
 * since the content is unchanged.
 */
async function notifyChanged(
  change: Change,
  view: ItemView,
  eventType: EventType,
  isNewEnd = false,
): Promise<ItemView> {
  const { tx, report } = change;
  const { etag, sequenceId } = view.item;
  const item = { ...view.item, etag: etag + 1, sequenceId: sequenceId + 1 };
  await tx.items.update(item, nameKey(item.name));
  await emitItemEvent(change, eventType, item, view.ancestors);
  const source = { kind: 'item' as const, item, ancestors: view.ancestors };
  if (isNewEnd) await report({ adminType: 'UPDATE_SHARE_EXPIRATION', trigger: null, source });
  return { ...view, item };
}
