import { basename } from 'node:path';
import { type Content, type Fingerprint, type RemoteEntry, sameContent } from '../../../model/entry.ts';
import type { ItemId } from '../../../model/ids.ts';
import type { Execution } from '../../execution.ts';
import { modifiedAtMs } from '../../modified-at.ts';

/** A new local file and its intended place on the service. */
export type NewFileThere = {
  /** Of its uploads. */
  readonly key: string;
  readonly expect: Fingerprint;
  readonly path: string;
  readonly parent: ItemId;
  readonly name: string;
};

/**
 * Creates a file on the service by copying one with the same content (SPEC P78). Null: there is none, or the service won't copy
 * it, so the bytes are uploaded. The file is hashed only if the service has a file of its size. An upload that follows a refusal
 * replaces the intent of the copy or drops it.
 */
export async function copyFromThere(
  { reuse, remote, hashPool, sending }: Execution,
  { key, expect, path, parent, name }: NewFileThere,
  signal: AbortSignal,
): Promise<{ readonly entry: RemoteEntry; readonly content: Content } | null> {
  const ofSize = reuse.there(expect.sizeBytes);
  if (ofSize.length === 0) return null;
  const content = await hashPool.hash(path, expect, signal);
  const source = ofSize.find((entry) => sameContent(entry.content, content));
  if (source === undefined) return null;
  const to = { parentId: parent, name, contentModifiedAtMs: modifiedAtMs(expect) };
  const destination = { kind: 'new', parentId: parent, name } as const;
  sending({ key, destination, content, fingerprint: expect, localName: basename(path), metItemId: null });
  const copied = await remote.copyFile({ id: source.id, versionId: source.versionId }, to, signal);
  // A named version can't have different content. If it does, the next plan handles the copy like any file with this name.
  return copied.ok && sameContent(copied.entry.content, content) ? { entry: copied.entry, content } : null;
}
