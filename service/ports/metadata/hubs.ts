import type { HubRole } from '../../../contract/resources/hub-collaboration.ts';
import type { SortDirection } from './items.ts';

/** A curated collection. Times are in milliseconds since the epoch. */
export interface HubRecord {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Looks by others than the creator. */
  readonly viewCount: number;
  readonly isAiEnabled: boolean;
  readonly isCollaborationRestrictedToEnterprise: boolean;
  readonly canNonOwnersInvite: boolean;
  readonly canSharedLinkBeCreated: boolean;
  readonly canPublicSharedLinkBeCreated: boolean;
  /** Who may copy it, among those who have it. */
  readonly copyAccess: HubCopyAccess;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedBy: string;
  readonly updatedAt: number;
}

export type HubCopyAccess = 'all' | 'company' | 'none';

/** A person or a group that has a hub. Times are in milliseconds since the epoch. */
export interface HubCollaborationRecord {
  readonly id: string;
  readonly hubId: string;
  readonly granteeType: 'user' | 'group';
  /** Null while the invited address belongs to nobody. */
  readonly granteeId: string | null;
  /** The invited address in lower case while it belongs to nobody; null otherwise. */
  readonly inviteKey: string | null;
  readonly role: HubRole;
  readonly status: 'pending' | 'accepted' | 'rejected';
  readonly createdBy: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

export type HubSort = 'name' | 'updated_at' | 'last_accessed_at' | 'view_count' | 'relevance';

/** Which hubs, and in which order; ties are broken by id. */
export interface HubQuery {
  /** Who looks: the person's times of looking count for `last_accessed_at`. */
  readonly userId: string;
  /** `mine`: what the person has, also by a group, with one of these roles and not with one of those; `all`: every hub. */
  readonly among:
    | { readonly kind: 'mine'; readonly roles: readonly HubRole[]; readonly butNot: readonly HubRole[] }
    | { readonly kind: 'all' };
  /** Each of these must be in the title or the description, without regard to case. */
  readonly words: readonly string[];
  readonly sort: HubSort;
  readonly direction: SortDirection;
  readonly after: HubCursor | null;
  readonly limit: number;
}

/** Where a page of hubs ended. */
export interface HubCursor {
  readonly value: string | number;
  readonly id: string;
}

/** A hub in a list, with its place in the order of that list. */
export interface ListedHub {
  readonly hub: HubRecord;
  readonly cursor: HubCursor;
}

/** A page of a hub. */
export interface HubPageRecord {
  readonly id: string;
  readonly hubId: string;
  readonly title: string;
}

/** Something that stands on a page of a hub; items are in blocks of the type `item_list`. */
export interface HubBlockRecord {
  readonly id: string;
  readonly pageId: string;
  readonly hubId: string;
  readonly type: 'item_list';
}

/** An item in a hub. `position` is its place in the order of the hub, which is that of putting in. */
export interface HubItemRecord {
  readonly hubId: string;
  readonly itemId: string;
  readonly blockId: string;
  readonly position: number;
}

/** Questions about hubs. */
export interface HubReads {
  get(id: string): Promise<HubRecord | null>;
  list(query: HubQuery): Promise<readonly ListedHub[]>;
  getCollaboration(id: string): Promise<HubCollaborationRecord | null>;
  /** All collaborations of a hub, in the order of their ids, behind `after`. */
  listCollaborations(
    hubId: string,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly HubCollaborationRecord[]>;
  /** What a person and the person's groups have of a hub, whatever the status. */
  collaborationsOf(hubId: string, userId: string): Promise<readonly HubCollaborationRecord[]>;
  /** The collaboration of one grantee, or of one address in lower case. */
  findCollaboration(
    hubId: string,
    grantee: Pick<HubCollaborationRecord, 'granteeType' | 'granteeId' | 'inviteKey'>,
  ): Promise<HubCollaborationRecord | null>;
  /** How many accepted co-owners a hub has. */
  countCoOwners(hubId: string): Promise<number>;
  listPages(hubId: string): Promise<readonly HubPageRecord[]>;
  listBlocks(pageId: string): Promise<readonly HubBlockRecord[]>;
  getBlock(id: string): Promise<HubBlockRecord | null>;
  /** Items of a hub, or of one block of it, behind a position. */
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
  /** Removes a hub with all that belongs to it. */
  delete(id: string): Promise<void>;
  /** Notes that somebody looked; `isCounted` when the look counts as a view. */
  noteVisit(
    hubId: string,
    visit: { readonly userId: string; readonly at: number; readonly isCounted: boolean },
  ): Promise<void>;
  insertCollaboration(collaboration: HubCollaborationRecord): Promise<void>;
  updateCollaboration(collaboration: HubCollaborationRecord): Promise<void>;
  deleteCollaboration(id: string): Promise<void>;
  /** Takes all hubs from a person, or from a group, that is about to be removed. */
  deleteCollaborationsOf(granteeType: 'user' | 'group', granteeId: string): Promise<void>;
  /** Gives the invitations of an address to the person who now has it as a login. */
  claimInvitations(login: string, userId: string): Promise<void>;
  insertPage(page: HubPageRecord): Promise<void>;
  insertBlock(block: HubBlockRecord): Promise<void>;
  /** Puts an item behind all others of its hub. */
  addItem(item: Omit<HubItemRecord, 'position'>): Promise<void>;
  removeItem(hubId: string, itemId: string): Promise<void>;
}
