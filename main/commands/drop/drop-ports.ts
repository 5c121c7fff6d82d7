import type { RemoteEntry } from '../../engine/model/entry.ts';
import type { Etag, ItemId } from '../../engine/model/ids.ts';

/** What drag and drop needs of the service; the engine's `Remote` has it. */
export type DropRemote = {
  /** All items of one folder; null: it is not there. */
  list(folder: ItemId, signal?: AbortSignal): Promise<readonly RemoteEntry[] | null>;
  createFolder(
    parent: ItemId,
    name: string,
    signal?: AbortSignal,
  ): Promise<{ readonly ok: true; readonly entry: RemoteEntry } | DropRefusal>;
};

/** What drag and drop needs of the transfer queue; the engine's `Transfers` has it. */
export type DropUploads = {
  upload(request: {
    readonly source: { readonly kind: 'stream'; readonly sizeBytes: number; open(): AsyncIterable<Uint8Array> };
    readonly destination:
      | { readonly kind: 'new'; readonly parentId: ItemId; readonly name: string }
      | { readonly kind: 'version'; readonly itemId: ItemId; readonly name: string; readonly ifMatch: Etag | null };
    readonly contentModifiedAtMs: number | null;
    readonly label: string;
    readonly key: null;
    readonly signal: AbortSignal;
  }): Promise<{ readonly ok: true } | DropRefusal>;
};

/** Why not: the engine's own words (`taken`, `gone`, `refused`, `cancelled`, `corrupt`, ...). */
export type DropRefusal = { readonly ok: false; readonly reason: string; readonly message?: string };
