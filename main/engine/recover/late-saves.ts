import { join } from 'node:path';
import { linkedItem, placeOfLocal, standingFolder } from '../execute/places.ts';
import { done } from '../execute/step-result.ts';
import type { LocalEntry } from '../model/entry.ts';
import type { LocalId } from '../model/ids.ts';
import { nameKey } from '../model/names/name-key.ts';
import { type Replaced, replacedBy } from '../model/names/staged-name.ts';
import { stagingFolder } from '../model/names/state-folder.ts';
import type { LocalStat } from '../model/observation.ts';
import { conflictName } from '../plan/names/conflict-name.ts';
import { FileSystemError } from '../ports/file-system.ts';
import { knownTraits } from '../root/disk-traits.ts';
import { settingsOf } from '../root/planning/plan-input.ts';
import { sideOf } from '../root/record/note-conflict.ts';
import { recordDeed } from '../root/record/record-results.ts';
import type { RootContext } from '../root/root-context.ts';

/** Programs keep a document open over a weekend. */
const KEPT_MS = 7 * 24 * 60 * 60_000;
const MOST_FILES = 1_000;
/** They take at most a tenth of the free space. */
const FREE_PARTS = 10;
const NS_PER_MS = 1_000_000n;

/** A replaced file under its second name. */
type Named = { readonly stagingName: string; readonly was: Replaced; readonly stat: LocalStat };

/** `doubles`: its further names in staging, if it had hard links that were replaced too (edge case 56). */
type Kept = Named & { readonly doubles: readonly string[] };

/**
 * A program that holds a file open while a new version replaces it saves into the replaced file, which has kept a second name (SPEC P92). One
 * that was saved since gets a conflict name beside its item, where it syncs like any new file. The others are removed in time. Call when both
 * sides are known.
 */
export async function keepLateSaves(context: RootContext): Promise<void> {
  const { replaced, record, root, parts } = context;
  const nowMs = parts.clock.nowMs();
  if (replaced.dueAtMs === null || replaced.dueAtMs > nowMs) return;
  replaced.begin();
  await lookAtKept(context, async (kept) => {
    for (const one of kept) {
      // No scan has seen yet that it was replaced: it would pass for the item, renamed.
      const isSeen = root.localByIdentity(one.stat.fingerprint.identity).length === 0;
      if (isSeen && wasSaved(one)) await setBeside(context, one);
    }
    const bytes = (await parts.fileSystem.freeBytes(record.localPath)) / FREE_PARTS;
    return tooMany(kept, { sinceMs: nowMs - KEPT_MS, bytes });
  });
}

/**
 * The last look, before the root is unlinked: what was saved is moved out, and the rest is removed. A save that can't be moved stays in
 * staging, where it is found once the folder is linked again. Call while nothing works on the root.
 */
export async function releaseLateSaves(context: RootContext): Promise<void> {
  await lookAtKept(context, async (kept) => {
    const saved = kept.filter(wasSaved);
    for (const one of saved) {
      if (!(await setBeside(context, one))) await moveInto(context, one, atTop(context, one.was));
    }
    return kept.filter((one) => !saved.includes(one));
  });
}

/** `look` returns the files to remove. */
async function lookAtKept(
  context: RootContext,
  look: (kept: readonly Kept[]) => Promise<readonly Kept[]>,
): Promise<void> {
  const { record, parts } = context;
  const remove = (stagingName: string) => parts.fileSystem.removeStaging(record.localPath, stagingName);
  try {
    const kept = await keptFiles(context);
    for (const { doubles } of kept) for (const double of doubles) await remove(double);
    // RACE: a save between the look and the removal of the last name is lost.
    for (const { stagingName } of await look(kept)) await remove(stagingName);
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    parts.log.warn(`The replaced files of ${record.localPath} could not be looked at.`, { reason: error.message });
  }
}

/** The last replaced first. */
async function keptFiles({ parts: { fileSystem }, record: { localPath } }: RootContext): Promise<readonly Kept[]> {
  const names: Named[] = [];
  for (const stagingName of await fileSystem.listStaging(localPath)) {
    const was = replacedBy(stagingName);
    const stat = was === null ? null : await fileSystem.stat(join(stagingFolder(localPath), stagingName));
    if (was !== null && stat?.kind === 'file') names.push({ stagingName, was, stat });
  }
  const kept = [...Map.groupBy(names, ({ stat }) => stat.fingerprint.identity).values()].flatMap(oneOf);
  return kept.toSorted((a, b) => replacedAtMs(b) - replacedAtMs(a));
}

/** A save before the last of its names was replaced belongs to that item, so the file was not saved since. */
function oneOf(names: readonly Named[]): readonly Kept[] {
  const one = names.find((name) => !isChanged(name)) ?? names[0];
  if (one === undefined) return [];
  return [{ ...one, doubles: names.filter((name) => name !== one).map(({ stagingName }) => stagingName) }];
}

/** Losing its own name was the last change of a file that was not saved since. */
const replacedAtMs = ({ stat }: Kept): number => Number(BigInt(stat.fingerprint.ctimeNs) / NS_PER_MS);

const isChanged = ({ stat: { fingerprint }, was }: Named): boolean =>
  fingerprint.sizeBytes !== was.sizeBytes || fingerprint.mtimeNs !== was.mtimeNs;

/**
 * With a name outside of staging it is not lost: a person's hard link, or its own name if the process ended right before it was replaced.
 */
const isAlone = ({ stat, doubles }: Kept): boolean => stat.links === 1 + doubles.length;

const wasSaved = (one: Kept): boolean => isAlone(one) && isChanged(one);

function tooMany(kept: readonly Kept[], most: { readonly sinceMs: number; readonly bytes: number }): readonly Kept[] {
  const [spare, staying] = [[] as Kept[], { files: 0, bytes: 0 }];
  for (const one of kept) {
    if (wasSaved(one)) continue;
    const bytes = staying.bytes + one.stat.fingerprint.sizeBytes;
    const stays =
      isAlone(one) && replacedAtMs(one) >= most.sinceMs && staying.files < MOST_FILES && bytes <= most.bytes;
    if (stays) Object.assign(staying, { files: staying.files + 1, bytes });
    else spare.push(one);
  }
  return spare;
}

/** Where a late save belongs. `original` null: its item is gone from here. */
type Place = { readonly folder: LocalId; readonly name: string; readonly original: LocalEntry | null };

/** False: its item is on its way. */
async function setBeside(context: RootContext, kept: Kept): Promise<boolean> {
  const place = placeFor(context, kept.was);
  return place !== null && moveInto(context, kept, place);
}

/** False: it can't be done now. */
async function moveInto(context: RootContext, kept: Kept, place: Place): Promise<boolean> {
  const { record, execution, parts } = context;
  const folder = await standingFolder(execution, place.folder);
  if (folder === null) return false;
  const tried = new Set<string>();
  for (;;) {
    const toName = nameFor(context, place, tried);
    if (toName === null) return false;
    try {
      const from = join(stagingFolder(record.localPath), kept.stagingName);
      noteSetBeside(context, kept, { ...place, toName, stat: await parts.fileSystem.move(from, join(folder, toName)) });
      return true;
    } catch (error) {
      if (!(error instanceof FileSystemError)) throw error;
      if (error.code !== 'exists') {
        parts.log.warn(`A file saved late could not be put at ${join(folder, toName)}.`, { reason: error.message });
        return false;
      }
      tried.add(toName);
    }
  }
}

/** Null: its item is on its way. */
function placeFor(context: RootContext, was: Replaced): Place | null {
  const { root } = context;
  const { itemId } = was;
  const row = itemId === null ? undefined : root.syncedByItem(itemId);
  const original = row === undefined ? undefined : root.local(row.localId);
  if (original === undefined || original.parentId === null) return atTop(context, was);
  return root.isMissing(original.id) ? null : { folder: original.parentId, name: original.name, original };
}

const atTop = ({ root }: RootContext, { name }: Replaced): Place => ({
  folder: root.rootLocalId,
  name,
  original: null,
});

/** Null: the disk has not been probed yet. */
function nameFor(context: RootContext, { folder, name }: Place, tried: ReadonlySet<string>): string | null {
  const { root, folder: sight } = context;
  const traits = sight.traits ?? knownTraits(root);
  if (traits === null) return null;
  const item = linkedItem(root, folder);
  return conflictName(name, settingsOf(context, traits), (candidate) => {
    const key = nameKey(candidate);
    const isHere = tried.has(candidate) || root.localByKey(folder, key).length > 0;
    return isHere || (item !== null && root.remoteByKey(item, key).length > 0);
  });
}

type SetBeside = Place & { readonly toName: string; readonly stat: LocalStat };

function noteSetBeside(context: RootContext, { was }: Kept, { folder, original, toName, stat }: SetBeside): void {
  const { root } = context;
  const { fingerprint } = stat;
  const reason = 'both_edited';
  const result = done(root.tick(), {
    local: { id: null, parentId: folder, name: toName, kind: 'file', fingerprint, sha1: null },
    journal: {
      side: 'local',
      itemKind: 'file',
      place: { localId: folder, name: toName },
      from: original === null ? null : placeOfLocal(original),
      bytes: null,
      before: { name: original?.name ?? was.name, reason },
      after: { name: toName },
    },
  });
  const entry = root.transaction(() => {
    const noted = recordDeed(context, { kind: 'set-aside', rule: 'P92' }, result);
    if (noted === null || original === null || was.itemId === null) return noted;
    root.putConflict({
      reason,
      rule: noted.rule,
      itemKind: 'file',
      atMs: noted.atMs,
      originalPath: noted.fromPath ?? original.name,
      copyPath: noted.path,
      localId: noted.localId,
      folderId: folder,
      copyItemId: null,
      originalItemId: was.itemId,
      mine: { sha1: null, sizeBytes: fingerprint.sizeBytes, mtimeNs: fingerprint.mtimeNs },
      theirs: sideOf(root.remote(was.itemId)),
    });
    return noted;
  });
  if (entry !== null) context.notifyChanged([entry]);
}
