/** Records of transfers in progress, kept across restarts: the transfer module writes them, the store keeps them. */

import type { Content, Fingerprint } from '../entry.ts';
import type { Etag, ItemId } from '../ids.ts';
import type { DiskRefusal } from './disk-refusal.ts';

/** The target of content. `ifMatch` null: replaces any version (the engine never uses that for a synced item). */
export type Destination =
  | { readonly kind: 'new'; readonly parentId: ItemId; readonly name: string }
  | { readonly kind: 'version'; readonly itemId: ItemId; readonly name: string; readonly ifMatch: Etag | null };

/** An upload session that is open and not committed. */
export type UploadRecord = {
  readonly key: string;
  readonly sessionId: string;
  readonly destination: Destination;
  /** The source file of the session's parts; with another fingerprint the session is useless. */
  readonly fingerprint: Fingerprint;
};

/** Content about to be sent whose arrival is not recorded yet. */
export type SentRecord = {
  readonly key: string;
  readonly destination: Destination;
  readonly content: Content;
  /** The source file at that time, and its local name. */
  readonly fingerprint: Fingerprint;
  readonly localName: string;
  /** The item found under the new file's name after sending, which may be this upload; null: none. */
  readonly metItemId: ItemId | null;
  /** It comes by a move on the service, which transfers nothing (SPEC P63). */
  readonly isMove?: boolean;
};

/** A download whose bytes so far are in staging. */
export type DownloadRecord = {
  readonly key: string;
  readonly itemId: ItemId;
  readonly content: Content;
  /** Absolute path of the root whose staging folder holds it. */
  readonly root: string;
  readonly stagingName: string;
  readonly refusal?: DiskRefusal;
};
