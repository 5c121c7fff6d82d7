import type { HubRole } from '../../../../contract/resources/surfaces/hub-collaboration.ts';
import type { SortDirection } from '../items/items.ts';

/** A curated collection. Times are in milliseconds since the epoch. */
export interface HubRecord {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Views by anyone but the creator. */
  readonly viewCount: number;
  readonly isAiEnabled: boolean;
  readonly isCollaborationRestrictedToEnterprise: boolean;
  readonly canNonOwnersInvite: boolean;
  readonly canSharedLinkBeCreated: boolean;
  readonly canPublicSharedLinkBeCreated: boolean;
  /** Which members may copy it. */
  readonly copyAccess: HubCopyAccess;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedBy: string;
  readonly updatedAt: number;
}

export type HubCopyAccess = 'all' | 'company' | 'none';

/** A user's or group's membership in a hub. Times are in milliseconds since the epoch. */
export interface HubCollaborationRecord {
  readonly id: string;
  readonly hubId: string;
  readonly granteeType: 'user' | 'group';
  /** Null while no account has the invited email address. */
  readonly granteeId: string | null;
  /** The invited email address in lower case while no account has it; null otherwise. */
  readonly inviteKey: string | null;
  readonly role: HubRole;
  readonly status: 'pending' | 'accepted' | 'rejected';
  readonly createdBy: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

export type HubSort = 'name' | 'updated_at' | 'last_accessed_at' | 'view_count' | 'relevance';

/** Filter and order of a hub list; ties are broken by id. */
export interface HubQuery {
  /** The viewer, whose visits determine `last_accessed_at`. */
  readonly userId: string;
  /** `mine`: hubs of the user, including through groups, with one of these roles and none of those; `all`: every hub. */
  readonly among:
    | { readonly kind: 'mine'; readonly roles: readonly HubRole[]; readonly butNot: readonly HubRole[] }
    | { readonly kind: 'all' };
  /** Each of these must occur in the title or the description, case-insensitively. */
  readonly words: readonly string[];
  readonly sort: HubSort;
  readonly direction: SortDirection;
  readonly after: HubCursor | null;
  readonly limit: number;
}

/** The position at which a page of hubs ended. */
export interface HubCursor {
  readonly value: string | number;
  readonly id: string;
}

/** A hub in a list, with its sort position. */
export interface ListedHub {
  readonly hub: HubRecord;
  readonly cursor: HubCursor;
}

/** A page within a hub. */
export interface HubPageRecord {
  readonly id: string;
  readonly hubId: string;
  readonly title: string;
}

/** A block on a page of a hub; items are in blocks of the type `item_list`. */
export interface HubBlockRecord {
  readonly id: string;
  readonly pageId: string;
  readonly hubId: string;
  readonly type: 'item_list';
}

/** An item in a hub. `position` rises in the order in which items were added, and is never given out again. */
export interface HubItemRecord {
  readonly hubId: string;
  readonly itemId: string;
  readonly blockId: string;
  readonly position: number;
}

/** Hub queries. */
export interface HubReads {
  get(id: string): Promise<HubRecord | null>;
  list(query: HubQuery): Promise<readonly ListedHub[]>;
  getCollaboration(id: string): Promise<HubCollaborationRecord | null>;
  /** All collaborations of a hub, ordered by id, after `after`. */
  listCollaborations(
    hubId: string,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly HubCollaborationRecord[]>;
  /** The collaborations of a user and the user's groups on a hub, regardless of status. */
  collaborationsOf(hubId: string, userId: string): Promise<readonly HubCollaborationRecord[]>;
  /** The collaboration of one grantee, or of one email address in lower case. */
  findCollaboration(
    hubId: string,
    grantee: Pick<HubCollaborationRecord, 'granteeType' | 'granteeId' | 'inviteKey'>,
  ): Promise<HubCollaborationRecord | null>;
  /** The collaborations of a user or a group itself on all hubs, ordered by id. */
  listCollaborationsOf(granteeType: 'user' | 'group', granteeId: string): Promise<readonly HubCollaborationRecord[]>;
  /** The number of accepted co-owners of a hub. */
  countCoOwners(hubId: string): Promise<number>;
  listPages(hubId: string): Promise<readonly HubPageRecord[]>;
  listBlocks(pageId: string): Promise<readonly HubBlockRecord[]>;
  getBlock(id: string): Promise<HubBlockRecord | null>;
  /** Items of a hub, or of one of its blocks, after a position. */
  listItems(query: HubItemQuery): Promise<readonly HubItemRecord[]>;
  getItem(hubId: string, itemId: string): Promise<HubItemRecord | null>;
}

export interface HubItemQuery {
  readonly hubId: string;
  readonly blockId: string | undefined;
  readonly after: number;
  readonly limit: number;
}

/** Changes to hubs. */
export interface HubWrites extends HubReads {
  insert(hub: HubRecord): Promise<void>;
  update(hub: HubRecord): Promise<void>;
  /** Deletes a hub and everything in it. */
  delete(id: string): Promise<void>;
  /** Records a visit; `isCounted` if it counts as a view. */
  noteVisit(
    hubId: string,
    visit: { readonly userId: string; readonly at: number; readonly isCounted: boolean },
  ): Promise<void>;
  insertCollaboration(collaboration: HubCollaborationRecord): Promise<void>;
  updateCollaboration(collaboration: HubCollaborationRecord): Promise<void>;
  deleteCollaboration(id: string): Promise<void>;
  /**
   * Assigns the invitations of an email address to the user who now has it. One to a hub that the user is in or invited to is dropped;
   * it replaces one that the user declined.
   */
  claimInvitations(login: string, userId: string): Promise<void>;
  insertPage(page: HubPageRecord): Promise<void>;
  insertBlock(block: HubBlockRecord): Promise<void>;
  /** Adds an item at the end of its hub. */
  addItem(item: Omit<HubItemRecord, 'position'>): Promise<void>;
  removeItem(hubId: string, itemId: string): Promise<void>;
}
