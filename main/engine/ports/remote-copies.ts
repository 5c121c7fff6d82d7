import type { ItemId, VersionId } from '../model/ids.ts';
import type { Changed } from './remote-refusal.ts';

/** What is on the service already need not be sent again. Part of `Remote`; the same rules hold. */
export interface RemoteCopies {
  /**
   * A new file from a version that is on the service: no byte of it is sent. It may take a second request, which gives the copy its
   * modification time; when that one fails the copy is there with the time of its source.
   */
  copyFile(
    source: { readonly id: ItemId; readonly versionId: VersionId | null },
    to: { readonly parentId: ItemId; readonly name: string; readonly contentModifiedAtMs: number | null },
    signal?: AbortSignal,
  ): Promise<Changed>;
}
