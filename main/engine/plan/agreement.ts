import { type Content, sameContent, sameFingerprint } from '../model/entry.ts';
import type { ItemId } from '../model/ids.ts';
import { nameKey } from '../model/name-key.ts';
import type { PlanSettings } from '../model/plan.ts';
import { isConflictNameOf } from './conflict-name.ts';
import { compareSides, localChange, remoteChange } from './content-change.ts';
import { type Item, isLinked } from './item.ts';
import { agreed, link, type Outcome, step, waits } from './outcome.ts';
import type { Place } from './place.ts';
import { noDownload } from './placing.ts';
import { nameOf, notPermitted, tooLarge } from './problems.ts';

/**
 * Decides about an item that both sides have at the same place. Equal content is looked for before anything else: what is
 * equal is never transferred and never a conflict (SPEC P7, P16, P21).
 */
export function settleContent(item: Item, place: Place, settings: PlanSettings): Outcome {
  if (item.kind === 'folder')
    return isWrittenDown(item) ? agreed : adopt(item, place, item.row === null ? 'P17' : 'P11');
  const { local, remote, row } = item;
  if (local === null || remote === null || remote.content === null) return waits;
  const sides = compareSides(item);
  if (sides === 'equal') return isWrittenDown(item) ? agreed : adopt(item, place, ruleOfAdopting(item));
  if (row === null) return sides === 'unknown' ? hash(item, remote.id) : keepBoth(item, 'both_created', 'P16');

  const here = localChange(item);
  const there = remoteChange(item);
  // The hash decides between touched and changed, and nothing else needs it.
  if (here === 'unknown') return hash(item);
  if (here === 'changed' && there === 'none') return uploadVersion(item, place, settings);
  if (here !== 'changed' && there === 'changed') return downloadVersion(item, remote.content, place);
  if (here === 'changed' && sides === 'unknown') return hash(item);
  // Here: edited on both sides, to different bytes. (Unchanged on both sides would have been equal.)
  return keepBoth(item, 'both_edited', 'P7');
}

/**
 * A conflict whose copy has its name already but is still written down as the old item: the last run ended between the rename
 * and the record. It is set aside again, which only writes the record; taken for a rename, the name would spread.
 */
export function wasLeftAside(item: Item): boolean {
  const { local, row } = item;
  if (item.kind !== 'file' || local === null || row === null || !isLinked(item)) return false;
  if (local.parentId !== row.parentLocalId || !isConflictNameOf(local.name, row.localName)) return false;
  return localChange(item) === 'changed' && remoteChange(item) === 'changed' && compareSides(item) === 'different';
}

function uploadVersion(item: Item, place: Place, { largestUploadBytes }: PlanSettings): Outcome {
  const { local, remote } = item;
  if (local === null || remote === null) return waits;
  if (!remote.canUpload) {
    return notPermitted(item, { code: 'change_not_permitted', args: { name: nameOf(item) } });
  }
  const { sizeBytes } = local.fingerprint;
  if (largestUploadBytes !== null && sizeBytes > largestUploadBytes) {
    return tooLarge(item, sizeBytes, largestUploadBytes);
  }
  // The etag is the one of the remote tree, which holds the content that was agreed on: only that one may be replaced.
  const target = {
    localId: local.id,
    itemId: remote.id,
    expect: local.fingerprint,
    ifMatch: remote.etag,
    replacesNothing: remote.content?.sizeBytes === 0,
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

/** The remote version keeps the name, the local one makes room; not before the remote one may be fetched. */
function keepBoth(item: Item, reason: 'both_edited' | 'both_created', rule: string): Outcome {
  if (item.remote?.canDownload === false) return noDownload(item);
  return { is: 'aside', side: 'local', reason, rule };
}

/** Asks for the hash of the file here; the next plan decides with it (SPEC P20). `met`: unless it is this new item. */
export function hash(item: Item, met?: ItemId): Outcome {
  if (item.local === null) return waits;
  const meeting = met === undefined ? {} : { itemId: met };
  return step(item, 'P20', { kind: 'hash', localId: item.local.id, expect: item.local.fingerprint, ...meeting });
}

function adopt(item: Item, place: Place, rule: string): Outcome {
  const { local, remote } = item;
  if (local === null || remote === null) return waits;
  const names = nameKey(local.name) === nameKey(remote.name) ? {} : { alias: { here: local.name, there: remote.name } };
  return step(item, rule, { kind: 'adopt', localId: local.id, itemId: remote.id, ...names }, [link(place.parent)]);
}

function ruleOfAdopting(item: Item): string {
  if (item.row === null) return 'P16';
  if (!isLinked(item)) return 'P11';
  return remoteChange(item) === 'changed' ? 'P7' : 'P21';
}

/** Does the synced row say exactly what both trees say? Then nothing is left to do. The etag alone is no disagreement. */
function isWrittenDown(item: Item): boolean {
  const { local, remote, row } = item;
  if (local === null || remote === null || row === null || !isLinked(item)) return false;
  if (row.parentLocalId !== local.parentId || row.localName !== local.name || row.remoteName !== remote.name)
    return false;
  if (item.kind === 'folder') return true;
  return sameContent(row.content, remote.content) && sameFingerprint(row.fingerprint, local.fingerprint);
}
