import type { ItemId, VersionId } from '../../model/ids.ts';
import type { Changed } from './remote-refusal.ts';

/** Copies content that is already on the service. Part of `Remote`; the same rules apply. */
export interface RemoteCopies {
  /**
   * Creates a file from a version on the service without sending its bytes. A second request may set the modification time; if
   * that fails, the copy keeps the time of its source.
   */
  copyFile(
    source: { readonly id: ItemId; readonly versionId: VersionId | null },
    to: { readonly parentId: ItemId; readonly name: string; readonly contentModifiedAtMs: number | null },
    signal?: AbortSignal,
  ): Promise<Changed>;
}
