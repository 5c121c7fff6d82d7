import { nameKey, sameName } from '../../model/names/name-key.ts';
import { holderHere } from '../../model/scope.ts';
import { type Item, isDeleted, type Side } from '../item.ts';
import type { Known } from '../known.ts';
import { serviceNameFault } from '../names/names.ts';
import { suggestedName } from '../names/suggested-name.ts';
import { link, type Need, type Outcome, step, waits, waitsFor } from '../outcome.ts';
import { nameOn } from '../pairing/alias.ts';
import {
  nameOf,
  nameRefusedByDisk,
  nameRefusedByService,
  nameTakenBySibling,
  noDownload,
  notPermitted,
  placeHeldHere,
  tooLarge,
} from '../problems.ts';
import { leaveOver } from '../scope/left-over.ts';
import { awaitRules } from '../scope/rules-to-come.ts';
import { adopt, hash } from './agreement.ts';
import { compareSides } from './content-change.ts';
import { localNameFor } from './local-name.ts';
import type { Place } from './place.ts';
import { lookAtSlot, type Slot, yieldsItsName } from './slot.ts';

/** Brings an item to its place on the side that lacks it there: creates or moves it. */
export function bringToPlace(known: Known, item: Item, place: Place): Outcome {
  return place.decidedBy === 'local' ? bringToService(known, item, place) : bringToDisk(known, item, place);
}

/** The local place wins; the service follows (SPEC P6, P12, P14). */
function bringToService(known: Known, item: Item, place: Place): Outcome {
  const { local, remote } = item;
  if (local === null) return waits;
  const former = missingHolder(known, item, place);
  if (former !== null) return waitsFor([former]);
  const { name, slot } = nameThere(known, item, place);
  const alias = name === place.name ? {} : { aliasHere: place.name };
  if (slot.is === 'sibling')
    return nameTakenBySibling(item, place.name, nameOf(slot.by), suggestion(known, item, place));
  if (slot.is === 'held') {
    // The item on the service keeps its name; the local item moves aside. Checked before rights and names: the download needs the
    // name in any case (SPEC P18, P24).
    if (slot.by === null) return waits;
    if (isUndecided(known, slot.by)) return waitsFor([slot.by]);
    const met = meet(item, slot.by, place);
    if (met !== null) return met;
    const reason = slot.by.kind === item.kind ? 'name_taken' : 'kinds_differ';
    return { is: 'aside', side: 'local', reason, rule: reason === 'name_taken' ? 'P24' : 'P18' };
  }
  const isNewName = remote === null || !sameName(remote.name, name);
  const fault = isNewName ? serviceNameFault(name) : null;
  if (fault !== null) return nameRefusedByService(item, place.name, fault, suggestion(known, item, place));
  const refusal = refusedOnService(item, place);
  if (refusal !== null) return refusal;
  const waiting = awaitRules(known, item, place);
  if (waiting !== null) return waiting;
  const needs = [link(place.parent), ...slot.vacating.map((by) => vacate(by, 'remote'))];
  if (remote !== null) {
    const toParentLocalId = place.parent.local?.id;
    if (toParentLocalId === undefined) return waits;
    const target = {
      localId: local.id,
      itemId: remote.id,
      toParentLocalId,
      toName: name,
      ifMatch: remote.etag,
      ...alias,
    };
    return step(item, 'P6', { kind: 'move-remote', ...target }, needs);
  }
  const rule = item.row === null ? 'P14' : item.kind === 'folder' ? 'P19' : 'P12';
  if (item.kind === 'folder') {
    const creation = { kind: 'create-remote-folder', localId: local.id, name, ...alias } as const;
    return leaveOver(known.pairing, item) ?? step(item, rule, creation, needs);
  }
  const { sizeBytes } = local.fingerprint;
  const largestBytes = known.settings.largestUploadBytes;
  if (largestBytes !== null && sizeBytes > largestBytes) return tooLarge(item, sizeBytes, largestBytes);
  // There is nothing to compare with, so no hash is needed: the upload computes it (SPEC P20).
  const upload = { kind: 'upload', localId: local.id, name, expect: local.fingerprint, ...alias } as const;
  return step(item, rule, upload, needs);
}

/**
 * The item that has the name by agreement and is missing: what took its place on this disk is `item`. It may have been deleted by that, or be in
 * a folder that cannot be read.
 */
function missingHolder({ trees, pairing }: Known, item: Item, { parent, name }: Place): Item | null {
  if (parent.local === null) return null;
  for (const { localId } of trees.syncedNamed(parent.local.id, name)) {
    const there = trees.local(localId);
    const isInSlot = there !== undefined && there.parentId === parent.local.id && there.name === name;
    const by = isInSlot && localId !== item.local?.id ? pairing.ofLocal(localId) : null;
    if (by !== null && by !== item) return by;
  }
  return null;
}

/**
 * An item with a local alias keeps its remote name wherever it moves. If a sibling has taken that name, it gets its local name
 * there (SPEC P36).
 */
function nameThere(known: Known, item: Item, place: Place): { readonly name: string; readonly slot: Slot } {
  const name = nameOn(item, place, 'remote');
  const slot = lookAtSlot(known, item, { ...place, name }, 'remote');
  if (slot.is !== 'sibling' || name === place.name) return { name, slot };
  return { name: place.name, slot: lookAtSlot(known, item, place, 'remote') };
}

/** The service's place wins; the disk follows (SPEC P3, P12, P15). */
function bringToDisk(known: Known, item: Item, place: Place): Outcome {
  const { local, remote } = item;
  if (remote === null) return waits;
  if (yieldsItsName(known, item)) return { is: 'aside', side: 'remote', reason: 'kinds_differ', rule: 'P26' };
  const found = localNameFor(known, item, place);
  if (found.is === 'none') {
    const suggested = suggestion(known, item, place);
    return found.fault === null
      ? nameTakenBySibling(item, place.name, nameOf(found.by), suggested)
      : nameRefusedByDisk(item, place.name, found.fault, suggested);
  }
  // The item that holds the name here finds the same clash and moves aside; this one is downloaded after that.
  if (found.is === 'held') return found.by === null ? waits : waitsFor([found.by]);
  // It needs the same name on both sides, so pick another name rather than an alias.
  if (place.rule === 'P22' && isNameTaken(known, place.parent, place.name)) {
    const free = suggestion(known, item, place);
    if (free !== undefined) return bringToDisk(known, item, { ...place, name: free });
  }
  const { name } = found;
  const holder = ignoredHolder(known, place, name);
  if (holder !== null) return placeHeldHere(item, holder);
  const alias = found.aliasOf === null ? {} : { aliasOf: found.aliasOf };
  const needs = [link(place.parent), ...found.vacating.map((by) => vacate(by, 'local'))];
  if (local !== null) {
    const toParentItemId = place.parent.remote?.id;
    if (toParentItemId === undefined) return waits;
    const target = { localId: local.id, itemId: remote.id, toParentItemId, toName: name, ...alias };
    const rule = place.rule ?? (movedOnBothSides(item) ? 'P8' : 'P3');
    return step(item, rule, { kind: 'move-local', ...target }, needs);
  }
  const rule = item.row === null ? 'P15' : item.kind === 'folder' ? 'P19' : 'P12';
  if (item.kind === 'folder') {
    return step(item, rule, { kind: 'create-local-folder', itemId: remote.id, name, ...alias }, needs);
  }
  if (!remote.canDownload) return noDownload(item);
  if (remote.content === null) return waits;
  const download = { itemId: remote.id, name, content: remote.content, etag: remote.etag, ...alias };
  return step(item, rule, { kind: 'download', ...download }, needs);
}

/** The name of what never syncs and has this place on disk, or the place of its folder (SPEC P34). */
function ignoredHolder({ trees }: Known, { parent }: Place, name: string): string | null {
  if (parent.local !== null) return trees.ignoredAt(parent.local.id, name);
  return parent.remote === null ? null : holderHere(trees, parent.remote);
}

const vacate = (item: Item, side: Side): Need => ({ kind: 'vacate', item, side });

/**
 * A file that has only its local side and meets one at its place that has only its remote side: with equal bytes, the two become one item,
 * whatever either was before (SPEC P16). Null: their bytes differ.
 */
function meet(item: Item, by: Item, place: Place): Outcome | null {
  if (item.kind !== 'file' || by.kind !== 'file' || item.remote !== null || by.remote === null) return null;
  if (by.local !== null) return null;
  const both: Item = { ...item, remote: by.remote };
  const sides = compareSides(both);
  if (sides === 'different') return null;
  return sides === 'equal' ? adopt(both, place) : hash(both, by.remote.id);
}

/** Deleted on one side, and not yet decided whether the delete propagates. */
const isUndecided = (known: Known, item: Item): boolean => isDeleted(item) && known.fates.of(item) === 'pending';

/** Checks the rights that the service reported; it refuses the unreported ones itself (SPEC P30). */
function refusedOnService(item: Item, place: Place): Outcome | null {
  const { remote } = item;
  if (remote !== null && !remote.canRename) {
    return notPermitted(item, { code: 'move_not_permitted', args: { name: remote.name } });
  }
  const isSameFolder = remote !== null && remote.parentId === place.parent.remote?.id;
  if (isSameFolder || place.parent.remote === null || place.parent.remote.canUpload) return null;
  const args = { name: place.name, folder: place.parent.remote.name };
  return notPermitted(item, { code: 'add_not_permitted', args });
}

/** For the journal: did the service's place win over a local move? */
function movedOnBothSides({ local, row }: Item): boolean {
  return row !== null && local !== null && (local.name !== row.localName || local.parentId !== row.parentLocalId);
}

function suggestion(known: Known, item: Item, place: Place): string | undefined {
  return suggestedName(place.name, known.settings, (name) => isNameInUse(known, place.parent, name));
}

/** Can no new item have this name in the folder? What never syncs has its name too, and is no node. */
export const isNameInUse = (known: Known, folder: Item, name: string): boolean =>
  isNameTaken(known, folder, name) || (folder.local !== null && known.trees.ignoredAt(folder.local.id, name) !== null);

/** Does any node on either side have this name in the folder? */
function isNameTaken({ trees }: Known, folder: Item, name: string): boolean {
  const key = nameKey(name);
  return (
    (folder.local !== null && trees.localByKey(folder.local.id, key).length > 0) ||
    (folder.remote !== null && trees.remoteByKey(folder.remote.id, key).length > 0)
  );
}
