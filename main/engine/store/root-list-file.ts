import { existsSync, readFileSync } from 'node:fs';
import { writePrivate } from '../../private/open-private.ts';
import type { Fingerprint, RemoteEntry } from '../model/entry.ts';
import { etag, fileIdentity, itemId } from '../model/ids.ts';
import type { RootRecord } from './root-table.ts';

/**
 * A sync root in the list beside the store: enough to relink it by content if the store is lost (edge case 115). Contains nothing
 * about its contents.
 */
export type ListedRoot = Pick<RootRecord, 'localPath' | 'marker' | 'volumeId' | 'account' | 'pausedUntilMs'> & {
  readonly fingerprint: Fingerprint;
  readonly remote: RemoteEntry;
};

/** The path of the list for the store at `path`. */
export const rootListPath = (path: string): string => `${path}.roots.json`;

/** Replaces the list; a power cut leaves the old or the new one. Throws disk errors. */
export function writeRootList(path: string, roots: readonly ListedRoot[]): void {
  const text = `${JSON.stringify({ roots: roots.map(toWritten) }, null, 2)}\n`;
  writePrivate(rootListPath(path), text);
}

/** The roots linked when the list was last written. Empty if the list is missing or unreadable. */
export function readRootList(path: string): readonly ListedRoot[] {
  const target = rootListPath(path);
  if (!existsSync(target)) return [];
  try {
    const { roots } = fieldsOf(JSON.parse(readFileSync(target, 'utf8')));
    return Array.isArray(roots) ? roots.flatMap((one: unknown) => toListed(one) ?? []) : [];
  } catch (error) {
    // Damaged as well: the user then relinks the folders, which compares by content anyway.
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
    // The first scan fills in the rest.
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
      // Otherwise each item in another user's folder would look like a share of its own (SPEC P71).
      ...(typeof ownerId === 'string' && { ownerId }),
    },
  };
}

/** Data read from disk is only known to be valid JSON. */
const fieldsOf = (value: unknown): Partial<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Partial<Record<string, unknown>>) : {};
