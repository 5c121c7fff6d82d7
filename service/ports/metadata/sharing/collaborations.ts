import type { CollaborationRole as AnyRole } from '../../../../contract/resources/sharing/collaboration.ts';
import type { PageByOffset } from '../people/groups.ts';

/** Roles of a collaborator. `owner` is never stored: ownership is a field of the item. */
export type CollaborationRole = Exclude<AnyRole, 'owner'>;

/** A user's or a group's access to an item of another user. Times are in milliseconds since the epoch. */
export interface CollaborationRecord {
  readonly id: string;
  readonly itemId: string;
  /** Null for a group, and while no account has the invited email address. */
  readonly userId: string | null;
  /** The group whose members have access; null for a user. */
  readonly groupId: string | null;
  /** The invited email address if it was no account's login at the time; null otherwise. */
  readonly inviteEmail: string | null;
  readonly role: CollaborationRole;
  readonly status: 'pending' | 'accepted' | 'rejected';
  readonly createdBy: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly acknowledgedAt: number | null;
  /** When the access expires; null means never. */
  readonly expiresAt: number | null;
  /** The item does not appear in anyone's root and is reached only by id or URL. */
  readonly isAccessOnly: boolean;
  /** Collaborators see the names of all parent folders, but not their content. */
  readonly canViewPath: boolean;
}

/** Collaboration queries. */
export interface CollaborationReads {
  get(id: string): Promise<CollaborationRecord | null>;
  /** All collaborations on these items, regardless of status. */
  listOfItems(itemIds: readonly string[]): Promise<readonly CollaborationRecord[]>;
  /** Accepted collaborations of a user, and those of the user's groups. */
  listAccepted(userId: string): Promise<readonly CollaborationRecord[]>;
  /** Accepted collaborations on live items below a folder, excluding the folder itself; may include items that are not below it. */
  listAcceptedBelow(folderId: string): Promise<readonly CollaborationRecord[]>;
  /** Accepted and pending collaborations on an item, oldest first, after a cursor. */
  listOfItem(
    itemId: string,
    page: { readonly afterId: string | null; readonly limit: number },
  ): Promise<readonly CollaborationRecord[]>;
  /** Collaborations of a group, oldest first. */
  countOfGroup(groupId: string): Promise<number>;
  listOfGroup(groupId: string, page: PageByOffset): Promise<readonly CollaborationRecord[]>;
  /** Collaborations and invitations of a user, excluding groups, regardless of status. */
  listOfUser(userId: string): Promise<readonly CollaborationRecord[]>;
  /** Collaborations that expired before this time, earliest first. */
  listExpired(time: number, limit: number): Promise<readonly CollaborationRecord[]>;
  /** Invitations pending a user's response, oldest first. */
  countPending(userId: string): Promise<number>;
  listPending(userId: string, page: PageByOffset): Promise<readonly CollaborationRecord[]>;
}

/** Changes to collaborations. */
export interface CollaborationWrites extends CollaborationReads {
  insert(collaboration: CollaborationRecord): Promise<void>;
  update(collaboration: CollaborationRecord): Promise<void>;
  delete(id: string): Promise<void>;
  deleteOfItems(itemIds: readonly string[]): Promise<void>;
  /** Assigns the invitations of an email address to the user whose login it now is. */
  claimInvitations(inviteEmail: string, userId: string): Promise<void>;
}
