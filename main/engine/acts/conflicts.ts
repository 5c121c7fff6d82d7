import { basename, extname } from 'node:path';
import type { Message } from '../../../preload/words/message.ts';
import type { LocalEntry } from '../model/entry.ts';
import type { ItemId, LocalId, Sha1 } from '../model/ids.ts';
import type { Conflict } from '../model/plan/conflict.ts';
import { type Answer, type Refused, refusedBy } from '../model/refusal.ts';
import { FileSystemError } from '../ports/file-system.ts';
import { RemoteError } from '../ports/remote/remote.ts';
import type { RemoteVersion } from '../ports/remote/remote-history.ts';
import { conflictMessage } from '../report/conflict-message.ts';
import type { RootContext } from '../root/root-context.ts';
import { onDisk } from './act.ts';

/** One of the two versions kept apart. `isCopy`: the one with the conflict name. */
export type ConflictVersion = {
  readonly whose: 'mine' | 'theirs';
  readonly isCopy: boolean;
  /** Its current path relative to the root; null: not on this computer. */
  readonly path: string | null;
  readonly itemId: ItemId | null;
  readonly versionId: string | null;
  readonly sha1: Sha1 | null;
  readonly sizeBytes: number | null;
  readonly modifiedAtMs: number | null;
  /** The computer, or the person as named by the service; null: unknown. */
  readonly by: string | null;
  /** That person's id; null: a computer, or unknown. */
  readonly byId: string | null;
};

export type ConflictView = {
  readonly id: number;
  readonly rootId: number;
  readonly path: string;
  readonly copyPath: string;
  readonly itemKind: Conflict['itemKind'];
  readonly reason: Conflict['reason'];
  readonly rule: string;
  readonly sentence: Message;
  readonly atMs: number;
  readonly mine: ConflictVersion;
  readonly theirs: ConflictVersion;
  readonly choices: readonly ('mine' | 'theirs' | 'both')[];
};

/** The displayable part of a file; all null: neither text nor a picture, too large, or not on this computer. */
export type Shown = {
  readonly text: string | null;
  /** The text was truncated. */
  readonly isCut: boolean;
  /** A picture as a `data:` URL. */
  readonly preview: string | null;
};

/** The two nodes of a conflict as they are now. */
export type Sides = { readonly copy: LocalEntry | undefined; readonly original: LocalEntry | undefined };

export function sidesOf({ root }: RootContext, conflict: Conflict): Sides {
  const copyId = conflict.localId ?? linked(root, conflict.copyItemId);
  const originalId = linked(root, conflict.originalItemId) ?? root.localAt(conflict.originalPath);
  return { copy: nodeOf(root, copyId), original: originalId === copyId ? undefined : nodeOf(root, originalId) };
}

const linked = (root: RootContext['root'], item: ItemId | null): LocalId | undefined =>
  item === null ? undefined : root.syncedByItem(item)?.localId;
const nodeOf = (root: RootContext['root'], id: LocalId | undefined): LocalEntry | undefined =>
  id === undefined ? undefined : root.local(id);

/** P26: the service's file was renamed to make room; otherwise the local one was. */
export const copyIs = (conflict: Conflict): 'mine' | 'theirs' => (conflict.copyItemId === null ? 'mine' : 'theirs');

export function viewOf(context: RootContext, conflict: Conflict): ConflictView {
  const { root, record, parts } = context;
  const sides = sidesOf(context, conflict);
  const isMineTheCopy = copyIs(conflict) === 'mine';
  const [mine, theirs] = isMineTheCopy ? [sides.copy, sides.original] : [sides.original, sides.copy];
  const pathOf = (node: LocalEntry | undefined): string | null => (node === undefined ? null : root.localPath(node.id));
  const mtime = conflict.mine.mtimeNs;
  const path = pathOf(sides.original) ?? conflict.originalPath;
  return {
    id: conflict.id,
    rootId: record.id,
    path,
    copyPath: pathOf(sides.copy) ?? conflict.copyPath,
    itemKind: conflict.itemKind,
    reason: conflict.reason,
    rule: conflict.rule,
    sentence: conflictMessage(conflict, basename(path)),
    atMs: conflict.atMs,
    mine: {
      whose: 'mine',
      isCopy: isMineTheCopy,
      path: pathOf(mine),
      itemId: mine === undefined ? null : (root.syncedByLocal(mine.id)?.itemId ?? null),
      versionId: null,
      sha1: conflict.mine.sha1,
      sizeBytes: conflict.mine.sizeBytes,
      modifiedAtMs: mtime === null ? null : Number(BigInt(mtime) / 1_000_000n),
      by: parts.settings.deviceName,
      byId: null,
    },
    theirs: {
      whose: 'theirs',
      isCopy: !isMineTheCopy,
      path: pathOf(theirs),
      itemId: isMineTheCopy ? conflict.originalItemId : conflict.copyItemId,
      versionId: conflict.theirs.versionId,
      sha1: conflict.theirs.sha1,
      sizeBytes: conflict.theirs.sizeBytes,
      modifiedAtMs: conflict.theirs.modifiedAtMs,
      by: conflict.theirs.by?.name ?? null,
      byId: conflict.theirs.by?.id ?? null,
    },
    choices: choicesOf(conflict, sides),
  };
}

/** A file and a folder cannot be versions of one item: either remove the copy or keep both. */
function choicesOf(conflict: Conflict, { copy, original }: Sides): ConflictView['choices'] {
  const isFile = (node: LocalEntry | undefined): boolean => node === undefined || node.kind === 'file';
  if (isFile(copy) && isFile(original) && conflict.reason !== 'kinds_differ') return ['mine', 'theirs', 'both'];
  return copyIs(conflict) === 'mine' ? ['theirs', 'both'] : ['mine', 'both'];
}

/** Searches all roots; the conflict may be open or resolved. */
export function findConflict(
  contexts: readonly RootContext[],
  id: number,
): Answer<{ readonly context: RootContext; readonly conflict: Conflict }> {
  for (const context of contexts) {
    const conflict = context.root.conflict(id);
    if (conflict !== undefined) return { ok: true, value: { context, conflict } };
  }
  return noSuchConflict();
}

export const noSuchConflict = (): Refused => refusedBy('not_found', { code: 'no_such_conflict', args: {} });

/** The author of the service's version, if the service can be asked. */
export async function authorOf({ parts }: RootContext, conflict: Conflict): Promise<RemoteVersion['by']> {
  const item = copyIs(conflict) === 'mine' ? conflict.originalItemId : conflict.copyItemId;
  if (item === null || conflict.itemKind !== 'file') return null;
  try {
    const versions = await parts.remote.versions(item);
    const { versionId, sha1 } = conflict.theirs;
    const made = versions?.find(({ id, content }) => id === versionId || content.sha1 === sha1);
    return made?.by ?? null;
  } catch (error) {
    // Show the conflict even without the service.
    if (error instanceof RemoteError) return null;
    throw error;
  }
}

/**
 * The SHA-1 of a version as it is now, so that a decision can name the versions shown: after the record was made, either may have been edited
 * further. Null: not a file here, or unreadable.
 */
export async function sha1Now(context: RootContext, path: string | null): Promise<Sha1 | null> {
  const { root, parts } = context;
  const id = path === null ? undefined : root.localAt(path);
  const node = nodeOf(root, id);
  if (path === null || node === undefined || node.kind !== 'file') return null;
  if (node.sha1 !== null) return node.sha1;
  try {
    return (await parts.hashPool.hash(onDisk(context, path), node.fingerprint)).sha1;
  } catch (error) {
    if (error instanceof FileSystemError) return null;
    throw error;
  }
}

const MOST_TEXT_BYTES = 256 * 1024;
const MOST_PICTURE_BYTES = 2 * 1024 * 1024;
const PICTURES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.bmp': 'image/bmp',
};
const NOTHING: Shown = { text: null, isCut: false, preview: null };

/** The displayable part of a file, for a side-by-side view. */
export async function shownOf(context: RootContext, path: string | null): Promise<Shown> {
  if (path === null) return NOTHING;
  try {
    const reader = await context.parts.fileSystem.openRead(onDisk(context, path));
    try {
      const { kind, fingerprint } = await reader.stat();
      if (kind !== 'file') return NOTHING;
      const picture = PICTURES[extname(path).toLowerCase()];
      const most = picture === undefined ? MOST_TEXT_BYTES : MOST_PICTURE_BYTES;
      const isCut = fingerprint.sizeBytes > most;
      if (picture !== undefined && isCut) return NOTHING;
      const bytes = await readStart(reader, Math.min(most, fingerprint.sizeBytes));
      if (picture !== undefined) {
        return { ...NOTHING, preview: `data:${picture};base64,${Buffer.from(bytes).toString('base64')}` };
      }
      const text = textIn(bytes, isCut);
      return text === null ? NOTHING : { text, isCut, preview: null };
    } finally {
      await reader.close();
    }
  } catch (error) {
    if (error instanceof FileSystemError) return NOTHING;
    throw error;
  }
}

async function readStart(
  reader: { read(target: Uint8Array, offset: number): Promise<number> },
  length: number,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let at = 0;
  while (at < length) {
    const read = await reader.read(bytes.subarray(at), at);
    if (read === 0) break;
    at += read;
  }
  return bytes.subarray(0, at);
}

/** Null: not text. Drops a character that the cut splits. */
function textIn(bytes: Uint8Array, isCut: boolean): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    // Not UTF-8: cannot be compared side by side.
    return null;
  }
}
