import { existsSync, readFileSync } from 'node:fs';
import { writePrivate } from '../../private/open-private.ts';
import type { Fingerprint, RemoteEntry } from '../model/entry.ts';
import { etag, fileIdentity, itemId } from '../model/ids.ts';
import type { RootRecord } from './root-table.ts';

/**
 * One sync root as the list beside the store keeps it: enough to link it again by content when the store itself is lost
 * (edge case 115). Nothing about what is in it.
 */
export type ListedRoot = Pick<RootRecord, 'localPath' | 'marker' | 'volumeId' | 'account' | 'pausedUntilMs'> & {
  readonly fingerprint: Fingerprint;
  readonly remote: RemoteEntry;
};

/** Where the list of the store at `path` lies. */
export const rootListPath = (path: string): string => `${path}.roots.json`;

/** Replaces the list in one step, flushed: a crash leaves the old one or the new one. Throws what the disk refuses. */
export function writeRootList(path: string, roots: readonly ListedRoot[]): void {
  const text = `${JSON.stringify({ roots: roots.map(toWritten) }, null, 2)}\n`;
  writePrivate(rootListPath(path), text, { isDurable: true });
}

/** The roots that were linked when the store was last in order. A list that is missing or cannot be understood has none. */
export function readRootList(path: string): readonly ListedRoot[] {
  const target = rootListPath(path);
  if (!existsSync(target)) return [];
  try {
    const { roots } = fieldsOf(JSON.parse(readFileSync(target, 'utf8')));
    return Array.isArray(roots) ? roots.flatMap((one: unknown) => toListed(one) ?? []) : [];
  } catch (error) {
    // Damaged as well: then the person links the folders again, which compares by content all the same.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function toWritten({ localPath, marker, volumeId, account, pausedUntilMs, fingerprint, remote }: ListedRoot) {
  const { id, name, canUpload, canRename, canDelete, canDownload, ownerId } = remote;
  const identity = fingerprint.identity;
  const item = { id, name, canUpload, canRename, canDelete, canDownload, ownerId };
  return { localPath, marker, volumeId, account, pausedUntilMs, identity, remote: item };
}

function toListed(value: unknown): ListedRoot | null {
  const { localPath, marker, volumeId, account, pausedUntilMs, identity, remote } = fieldsOf(value);
  const { id, name, ownerId, ...rights } = fieldsOf(remote);
  const texts = [localPath, marker, volumeId, account, identity, id, name];
  if (!texts.every((text) => typeof text === 'string')) return null;
  const may = (right: string): boolean => rights[right] !== false;
  return {
    localPath: String(localPath),
    marker: String(marker),
    volumeId: String(volumeId),
    account: String(account),
    pausedUntilMs: typeof pausedUntilMs === 'number' ? pausedUntilMs : null,
    // What else is known of the folder is found by the first look.
    fingerprint: { identity: fileIdentity(String(identity)), sizeBytes: 0, mtimeNs: '0', ctimeNs: '0' },
    remote: {
      id: itemId(String(id)),
      parentId: null,
      name: String(name),
      kind: 'folder',
      etag: etag('0'),
      sequenceId: null,
      content: null,
      versionId: null,
      contentModifiedAtMs: null,
      canUpload: may('canUpload'),
      canRename: may('canRename'),
      canDelete: may('canDelete'),
      canDownload: may('canDownload'),
      // Else each thing in a folder of somebody else's would seem to be shared by itself (SPEC P71).
      ...(typeof ownerId === 'string' && { ownerId }),
    },
  };
}

/** Of what was read from the disk nothing is certain but that it was JSON. */
const fieldsOf = (value: unknown): Partial<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Partial<Record<string, unknown>>) : {};
