import { type Content, type Fingerprint, type RemoteEntry, sameContent } from '../model/entry.ts';
import type { ItemId } from '../model/ids.ts';
import type { Execution } from './execution.ts';
import { modifiedAtMs } from './modified-at.ts';

/** A new file here, and where it is to be on the service. */
export type NewFileThere = {
  readonly expect: Fingerprint;
  readonly path: string;
  readonly parent: ItemId;
  readonly name: string;
};

/**
 * Makes a new file on the service from one that is there already with the same content (SPEC P78). Null: there is none, or the service
 * does not copy it; then the bytes are sent. The file is read only when a file of its size is there.
 */
export async function copyFromThere(
  { reuse, remote, hashPool }: Execution,
  { expect, path, parent, name }: NewFileThere,
  signal: AbortSignal,
): Promise<{ readonly entry: RemoteEntry; readonly content: Content } | null> {
  const ofSize = reuse.there(expect.sizeBytes);
  if (ofSize.length === 0) return null;
  const content = await hashPool.hash(path, expect, signal);
  const source = ofSize.find((entry) => sameContent(entry.content, content));
  if (source === undefined) return null;
  const to = { parentId: parent, name, contentModifiedAtMs: modifiedAtMs(expect) };
  const copied = await remote.copyFile({ id: source.id, versionId: source.versionId }, to, signal);
  // Of a version that is named there can be no other content; if it is, the next plan meets it as any file with this name.
  return copied.ok && sameContent(copied.entry.content, content) ? { entry: copied.entry, content } : null;
}
