import type { SharedLinkAccess } from '../../../contract/resources/shared-link.ts';

/** The shared link of an item. An item has at most one. Times are in milliseconds since the epoch. */
export interface SharedLinkRecord {
  readonly itemId: string;
  /** 32 lower-case hexadecimal digits of chance, kept as they are, because the address is shown again and again. */
  readonly token: string;
  readonly access: SharedLinkAccess;
  /** What the password is proved against; null without a password. */
  readonly passwordHash: string | null;
  /** A name to use in the address beside the token, unique without regard to case; null without one. */
  readonly vanityName: string | null;
  /** When it stops to work; null means never. */
  readonly unsharedAt: number | null;
  readonly canDownload: boolean;
  /** Files only. */
  readonly canEdit: boolean;
  readonly downloadCount: number;
  readonly previewCount: number;
  readonly createdBy: string;
  readonly createdAt: number;
}

/** Questions about shared links. Links that have expired are found until a job removes them. */
export interface SharedLinkReads {
  get(itemId: string): Promise<SharedLinkRecord | null>;
  /** Those of these items that have one. */
  listOfItems(itemIds: readonly string[]): Promise<readonly SharedLinkRecord[]>;
  getByToken(token: string): Promise<SharedLinkRecord | null>;
  /** Compared without regard to case. */
  getByVanityName(name: string): Promise<SharedLinkRecord | null>;
  /** Ids of the items whose link expired up to this time, longest ago first. */
  listExpired(time: number, limit: number): Promise<readonly string[]>;
  /** Those on items of other people than who made them, by the ids of the items, behind `afterItemId`. */
  listOnOthersItems(afterItemId: string | null, limit: number): Promise<readonly SharedLinkRecord[]>;
}

/** Changes to shared links. */
export interface SharedLinkWrites extends SharedLinkReads {
  /** Token and vanity name must be free; look before. */
  insert(link: SharedLinkRecord): Promise<void>;
  /** Replaces all but the two counts, which `count` alone changes. */
  update(link: SharedLinkRecord): Promise<void>;
  /** Counts one more download or preview. */
  count(itemId: string, what: 'download' | 'preview'): Promise<void>;
  deleteOfItems(itemIds: readonly string[]): Promise<void>;
}
