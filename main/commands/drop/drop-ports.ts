import type { AnswerWords } from '../../../preload/words/codes/connection.ts';
import type { RemoteEntry } from '../../engine/model/entry.ts';
import type { Etag, ItemId } from '../../engine/model/ids.ts';

/** The service functions that drag and drop needs; the engine's `Remote` implements it. */
export type DropRemote = {
  /** Null: it does not exist. */
  item(id: ItemId, kind: 'folder', signal?: AbortSignal): Promise<RemoteEntry | null>;
  /** All items of one folder; null: the folder does not exist. */
  list(folder: ItemId, signal?: AbortSignal): Promise<readonly RemoteEntry[] | null>;
  createFolder(
    parent: ItemId,
    name: string,
    signal?: AbortSignal,
  ): Promise<{ readonly ok: true; readonly entry: RemoteEntry } | DropRefusal>;
};

/** The transfer queue functions that drag and drop needs; the engine's `Transfers` implements it. */
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

/** The reason in the engine's codes (`taken`, `gone`, `refused`, `cancelled`, `corrupt`, ...). `says`: the words of the service. */
export type DropRefusal = { readonly ok: false; readonly reason: string; readonly says?: AnswerWords };
