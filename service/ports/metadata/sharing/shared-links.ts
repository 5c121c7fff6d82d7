import type { SharedLinkAccess } from '../../../../contract/resources/sharing/shared-link.ts';

/** The shared link of an item. An item has at most one. Times are in milliseconds since the epoch. */
export interface SharedLinkRecord {
  readonly itemId: string;
  /** 32 random lower-case hexadecimal digits, in clear text, because the URL is shown again. */
  readonly token: string;
  readonly access: SharedLinkAccess;
  /** The hash that a password is verified against; null without a password. */
  readonly passwordHash: string | null;
  /** A custom name in the URL, besides the token; unique case-insensitively; null without one. */
  readonly vanityName: string | null;
  /** When it expires; null means never. */
  readonly unsharedAt: number | null;
  readonly canDownload: boolean;
  /** Files only. */
  readonly canEdit: boolean;
  readonly downloadCount: number;
  readonly previewCount: number;
  readonly createdBy: string;
  readonly createdAt: number;
}

/** Shared link queries. Expired links are included until a job removes them. */
export interface SharedLinkReads {
  get(itemId: string): Promise<SharedLinkRecord | null>;
  /** The links of these items. */
  listOfItems(itemIds: readonly string[]): Promise<readonly SharedLinkRecord[]>;
  getByToken(token: string): Promise<SharedLinkRecord | null>;
  /** Compared case-insensitively. */
  getByVanityName(name: string): Promise<SharedLinkRecord | null>;
  /** Ids of the items whose link expired at or before this time, earliest first. */
  listExpired(time: number, limit: number): Promise<readonly string[]>;
  /** Links on items that their creators do not own, by item id, after `afterItemId`. */
  listOnOthersItems(afterItemId: string | null, limit: number): Promise<readonly SharedLinkRecord[]>;
}

/** Changes to shared links. */
export interface SharedLinkWrites extends SharedLinkReads {
  /** Token and vanity name must be free; check first. */
  insert(link: SharedLinkRecord): Promise<void>;
  /** Replaces everything except the two counts, which only `count` changes. */
  update(link: SharedLinkRecord): Promise<void>;
  /** Counts a download or preview. */
  count(itemId: string, what: 'download' | 'preview'): Promise<void>;
  deleteOfItems(itemIds: readonly string[]): Promise<void>;
}
