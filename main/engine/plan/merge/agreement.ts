import { type Content, sameContent, sameFingerprint } from '../../model/entry.ts';
import type { ItemId } from '../../model/ids.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { PlanSettings } from '../../model/plan/plan.ts';
import { type Item, isLinked } from '../item.ts';
import { isConflictNameOf } from '../names/conflict-name.ts';
import { agreed, link, type Outcome, step, waits } from '../outcome.ts';
import { keepsGrowing, nameOf, noDownload, notPermitted, tooLarge } from '../problems.ts';
import { compareSides, localChange, remoteChange } from './content-change.ts';
import type { Place } from './place.ts';

/**
 * Decides an item that both sides have at the same place. Checks for equal content first: it is never transferred and never a
 * conflict (SPEC P7, P16, P21).
 */
export function settleContent(item: Item, place: Place, settings: PlanSettings): Outcome {
  if (item.kind === 'folder') return isWrittenDown(item) ? agreed : adopt(item, place);
  const { local, remote, row } = item;
  if (local === null || remote === null || remote.content === null) return waits;
  const sides = compareSides(item);
  if (sides === 'equal') return isWrittenDown(item) ? agreed : adopt(item, place);
  if (row === null) return sides === 'unknown' ? hash(item, remote.id) : keepBoth(item, 'both_created', 'P16');

  const here = localChange(item);
  const there = remoteChange(item);
  // The hash distinguishes touched from changed; nothing else needs it.
  if (here === 'unknown') return hash(item);
  if (here === 'changed' && there === 'none') return uploadVersion(item, place, settings);
  if (here !== 'changed' && there === 'changed') return downloadVersion(item, remote.content, place);
  if (here === 'changed' && sides === 'unknown') return hash(item);
  // Edited on both sides, with different content. (Unchanged on both sides would be equal.)
  return keepBoth(item, 'both_edited', 'P7');
}

/**
 * A conflict copy that has its new name but is still recorded as the old item: the last run crashed between rename and record.
 * Setting it aside again only writes the record; treated as a rename, the conflict name would propagate.
 */
export function wasLeftAside(item: Item): boolean {
  const { local, row } = item;
  if (item.kind !== 'file' || local === null || row === null || !isLinked(item)) return false;
  if (local.parentId !== row.parentLocalId || !isConflictNameOf(local.name, row.localName)) return false;
  return localChange(item) === 'changed' && remoteChange(item) === 'changed' && compareSides(item) === 'different';
}

function uploadVersion(item: Item, place: Place, { largestUploadBytes, growing }: PlanSettings): Outcome {
  const { local, remote } = item;
  if (local === null || remote === null) return waits;
  if (!remote.canUpload) {
    return notPermitted(item, { code: 'change_not_permitted', args: { name: nameOf(item) } });
  }
  const { sizeBytes } = local.fingerprint;
  if (largestUploadBytes !== null && sizeBytes > largestUploadBytes) {
    return tooLarge(item, sizeBytes, largestUploadBytes);
  }
  const untilMs = growing.get(local.id);
  if (untilMs !== undefined) return keepsGrowing(item, untilMs);
  // The etag comes from the remote tree, which holds the agreed content: only that version may be replaced.
  const target = {
    localId: local.id,
    itemId: remote.id,
    expect: local.fingerprint,
    ifMatch: remote.etag,
  };
  return step(item, isLinked(item) ? 'P5' : 'P11', { kind: 'upload-version', ...target }, [link(place.parent)]);
}

function downloadVersion(item: Item, content: Content, place: Place): Outcome {
  const { local, remote } = item;
  if (local === null || remote === null) return waits;
  if (!remote.canDownload) return noDownload(item);
  const target = { localId: local.id, itemId: remote.id, content, etag: remote.etag, expect: local.fingerprint };
  return step(item, isLinked(item) ? 'P2' : 'P11', { kind: 'download-version', ...target }, [link(place.parent)]);
}

/** The remote version keeps the name and the local one moves aside, but only if the remote one can be downloaded. */
function keepBoth(item: Item, reason: 'both_edited' | 'both_created', rule: string): Outcome {
  if (item.remote?.canDownload === false) return noDownload(item);
  return { is: 'aside', side: 'local', reason, rule };
}

/**
 * Requests the hash of the local file; the next plan decides with it (SPEC P20). `met`: the new remote item to adopt if its
 * content is equal.
 */
export function hash(item: Item, met?: ItemId): Outcome {
  if (item.local === null) return waits;
  const meeting = met === undefined ? {} : { itemId: met };
  return step(item, 'P20', { kind: 'hash', localId: item.local.id, expect: item.local.fingerprint, ...meeting });
}

/** Records that both sides are equal. */
export function adopt(item: Item, place: Place): Outcome {
  const { local, remote } = item;
  if (local === null || remote === null) return waits;
  const names = nameKey(local.name) === nameKey(remote.name) ? {} : { alias: { here: local.name, there: remote.name } };
  return step(item, ruleOfAdopting(item), { kind: 'adopt', localId: local.id, itemId: remote.id, ...names }, [
    link(place.parent),
  ]);
}

function ruleOfAdopting(item: Item): string {
  if (item.row === null) return item.kind === 'folder' ? 'P17' : 'P16';
  if (!isLinked(item)) return 'P11';
  if (item.kind === 'folder') return 'P21';
  return remoteChange(item) === 'changed' ? 'P7' : 'P21';
}

/** Does the synced row match both trees exactly? Then nothing is left to do. A different etag alone does not count. */
function isWrittenDown(item: Item): boolean {
  const { local, remote, row } = item;
  if (local === null || remote === null || row === null || !isLinked(item)) return false;
  if (
    row.leftFolder !== undefined ||
    row.parentLocalId !== local.parentId ||
    row.localName !== local.name ||
    row.remoteName !== remote.name
  )
    return false;
  // Another folder of that name has taken its place on disk: the last look before a delete must know it.
  if (item.kind === 'folder') return row.fingerprint.identity === local.fingerprint.identity;
  return sameContent(row.content, remote.content) && sameFingerprint(row.fingerprint, local.fingerprint);
}
