import { done } from '../../../execute/step-result.ts';
import type { LocalEntry } from '../../../model/entry.ts';
import { isReusable } from '../../../model/ids.ts';
import type { Placing } from '../../../model/plan/placing.ts';
import type { RootStore } from '../../../store/root-store.ts';
import type { StagingState } from '../staging-look.ts';
import { type Held, open, type Verdict, VOID } from '../verdict.ts';

type Known = {
  readonly root: RootStore;
  /** Whether the folder it was placed in still has to be scanned. */
  readonly isSought: (placing: Placing) => boolean;
  readonly stagingOf: (placing: Placing) => StagingState;
};

/**
 * An item that a process placed and did not record, or that a step placed before it failed, is found by its file identity. So is what a
 * person saved in its place. Otherwise it would count as a new local item and come back after a delete on the service, or conflict with the
 * version that it was made from (SPEC P85). One that was seen in its place and is missing now was deleted here. An item that no scan of its
 * folder has shown was never placed, or was removed since.
 */
export function settlePlacing({ root, isSought, stagingOf }: Known, placing: Placing): Verdict {
  const state = stagingOf(placing);
  const placed = placedNode(root, placing);
  if (placed !== null) return happened(root, placing, placed);
  if (state === 'there') return VOID;
  if (state === 'unseen' || isSought(placing)) return open(state === 'left' ? nodesOf(placing) : {});
  const isUntold = state === 'untold' && placing.fingerprint !== null;
  const here = isUntold ? null : inItsPlace(root, placing);
  return here === null ? VOID : happened(root, placing, here);
}

/** A file that left its staging name was installed: planned now, it would be downloaded next to itself. */
const nodesOf = ({ localId, itemId }: Placing): Partial<Held> => ({
  localIds: localId === null ? [] : [localId],
  itemIds: [itemId],
});

/** Null: not found, or its identity is not known. */
function placedNode(root: RootStore, placed: Placing): LocalEntry | null {
  const { fingerprint } = placed;
  if (fingerprint === null) return null;
  const isAtPlace = ({ parentId, name }: LocalEntry): boolean =>
    parentId === placed.parentLocalId && name === placed.localName;
  const found = root
    .localByIdentity(fingerprint.identity)
    // Elsewhere, another folder may have been given its number (SPEC P94).
    .filter((entry) => placed.kind === 'file' || isAtPlace(entry) || !isReusable(fingerprint.identity))
    .filter((entry) => isOf(root, placed, entry));
  return found.find(({ id }) => !root.isMissing(id)) ?? found.find(isAtPlace) ?? null;
}

/**
 * The item at its name. A file was installed, and now another one is there: a person saved over it by a rename. A folder was about to be
 * created where none was known. Null: there is none, or it is the file from before the install.
 */
function inItsPlace(root: RootStore, placed: Placing): LocalEntry | null {
  const { localId, parentLocalId, localName } = placed;
  const here = localId === null ? root.localByName(parentLocalId, localName) : root.local(localId);
  if (here === undefined || root.isMissing(here.id) || !isOf(root, placed, here)) return null;
  return root.syncedByLocal(here.id)?.fingerprint.identity === here.fingerprint.identity ? null : here;
}

/**
 * Whether this node may stand for the placed item: it belongs to no other one. The file it replaced may still have the row of an item that
 * was deleted and recreated on the service as this one (SPEC P11).
 */
function isOf(
  root: RootStore,
  { itemId, localId, parentLocalId, kind }: Placing,
  { id, kind: is }: LocalEntry,
): boolean {
  if (is !== kind) return false;
  const isFree = id === localId || (root.syncedByLocal(id)?.itemId ?? itemId) === itemId;
  const isKnown = root.remote(itemId) !== undefined || root.goneSequence(itemId) !== undefined;
  if (!isFree || !isKnown || root.syncedByLocal(parentLocalId) === undefined) return false;
  const holder = root.syncedByItem(itemId)?.localId ?? id;
  return holder === id || root.local(holder) === undefined || root.isMissing(holder);
}

function happened(root: RootStore, placed: Placing, { id, fingerprint }: LocalEntry): Verdict {
  const { stagingName: _installed, ...agreed } = placed;
  const { itemId, kind, content, etag } = agreed;
  const before = content === null ? undefined : (root.syncedByItem(itemId) ?? root.syncedByLocal(id));
  const made = content === null ? 'create-local-folder' : before === undefined ? 'download' : 'download-version';
  return {
    is: 'happened',
    deed: { kind: made, rule: 'P85', localId: id, itemId },
    done: done(root.tick(), {
      agreed: { ...agreed, localId: id, fingerprint: placed.fingerprint ?? fingerprint },
      journal: {
        side: 'local',
        itemKind: kind,
        place: { localId: id },
        from: null,
        bytes: content?.sizeBytes ?? null,
        before: before === undefined ? null : { itemId, ...before.content },
        after: content === null ? { itemId } : { itemId, etag, ...content },
      },
    }),
  };
}
