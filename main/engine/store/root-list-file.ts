import { existsSync, readFileSync } from 'node:fs';
import { writePrivate } from '../../private/open-private.ts';
import type { Fingerprint, RemoteEntry } from '../model/entry.ts';
import { etag, fileIdentity, itemId } from '../model/ids.ts';
import type { RootRecord } from './root-table.ts';

/**
 * A sync root in the list beside the store: enough to relink it by content if the store is lost (edge case 115). Of its contents it
 * names only what must not go up.
 */
export type ListedRoot = Pick<RootRecord, 'localPath' | 'marker' | 'volumeId' | 'account' | 'pausedUntilMs'> & {
  readonly fingerprint: Fingerprint;
  readonly remote: RemoteEntry;
  /** See `KeptHereTable`. */
  readonly keptHere: readonly string[];
};

export type RootList = {
  readonly roots: readonly ListedRoot[];
  /** The user's own ignore rules; null: never set. */
  readonly ownRules: readonly string[] | null;
};

/** The path of the list for the store at `path`. */
const rootListPath = (path: string): string => `${path}.roots.json`;

/** Replaces the list unless it already says this; a power cut leaves the old or the new one. Throws disk errors. */
export function writeRootList(path: string, list: RootList): void {
  const target = rootListPath(path);
  const text = textOf(list);
  if (existsSync(target) && readFileSync(target, 'utf8') === text) return;
  writePrivate(target, text);
}

function textOf({ roots, ownRules }: RootList): string {
  const written = { roots: roots.map(toWritten), ...(ownRules !== null && { ownRules }) };
  return `${JSON.stringify(written, null, 2)}\n`;
}

const NOTHING: RootList = { roots: [], ownRules: null };

/** What was linked and chosen when the list was last written. Nothing if the list is missing or unreadable. */
export function readRootList(path: string): RootList {
  const target = rootListPath(path);
  if (!existsSync(target)) return NOTHING;
  try {
    const { roots, ownRules } = fieldsOf(JSON.parse(readFileSync(target, 'utf8')));
    return {
      roots: Array.isArray(roots) ? roots.flatMap((one: unknown) => toListed(one) ?? []) : [],
      ownRules: Array.isArray(ownRules) ? textsIn(ownRules) : null,
    };
  } catch (error) {
    // Damaged as well: the user then relinks the folders, which compares by content anyway.
    if (error instanceof SyntaxError) return NOTHING;
    throw error;
  }
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

function toWritten({ localPath, marker, volumeId, account, pausedUntilMs, fingerprint, remote, keptHere }: ListedRoot) {
  const { id, name, canUpload, canRename, canDelete, canDownload, ownerId } = remote;
  const identity = fingerprint.identity;
  const item = { id, name, canUpload, canRename, canDelete, canDownload, ownerId };
  const kept = keptHere.length > 0 && { keptHere };
  return { localPath, marker, volumeId, account, pausedUntilMs, identity, remote: item, ...kept };
}

function toListed(value: unknown): ListedRoot | null {
  const { localPath, marker, volumeId, account, pausedUntilMs, identity, remote, keptHere } = fieldsOf(value);
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
    keptHere: textsIn(keptHere),
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
