import type { CollaborationRole as AnyRole } from '../../../contract/resources/collaboration.ts';
import type { PageByOffset } from './groups.ts';

/** Rights of an invited person (service-decisions.md B 4.5). `owner` is never stored: ownership is a field of the item. */
export type CollaborationRole = Exclude<AnyRole, 'owner'>;

/** Access of one person, or of one group, to one item of another. Times are in milliseconds since the epoch. */
export interface CollaborationRecord {
  readonly id: string;
  readonly itemId: string;
  /** Null while the invited address belongs to nobody here, and for a group. */
  readonly userId: string | null;
  /** The group that has the access, with all who are in it; null for a person. */
  readonly groupId: string | null;
  /** The address that was invited when nobody had it as a login; null otherwise. */
  readonly inviteEmail: string | null;
  readonly role: CollaborationRole;
  readonly status: 'pending' | 'accepted' | 'rejected';
  readonly createdBy: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly acknowledgedAt: number | null;
  /** When the access ends; null means never. */
  readonly expiresAt: number | null;
  /** The item is reached by its id or its address only: it appears in nobody's root. */
  readonly isAccessOnly: boolean;
  /** Who has the access sees the names of all folders above, though not what is in them. */
  readonly canViewPath: boolean;
}

/** Questions about collaborations. */
export interface CollaborationReads {
  get(id: string): Promise<CollaborationRecord | null>;
  /** All collaborations of these items, whatever their status. */
  listOfItems(itemIds: readonly string[]): Promise<readonly CollaborationRecord[]>;
  /** What was accepted by a person, and what a group of the person has. */
  listAccepted(userId: string): Promise<readonly CollaborationRecord[]>;
  /** What was accepted of live items below a folder, the folder itself left out; it may name further items that are not below. */
  listAcceptedBelow(folderId: string): Promise<readonly CollaborationRecord[]>;
  /** What of an item is accepted or waits for an answer, oldest first, behind a collaboration. */
  listOfItem(
    itemId: string,
    page: { readonly afterId: string | null; readonly limit: number },
  ): Promise<readonly CollaborationRecord[]>;
  /** What a group has, oldest first. */
  countOfGroup(groupId: string): Promise<number>;
  listOfGroup(groupId: string, page: PageByOffset): Promise<readonly CollaborationRecord[]>;
  /** What a person has or is invited to, not by a group, whatever its status. */
  listOfUser(userId: string): Promise<readonly CollaborationRecord[]>;
  /** What ended before this time, the earliest first. */
  listExpired(time: number, limit: number): Promise<readonly CollaborationRecord[]>;
  /** Invitations that wait for a person's answer, oldest first. */
  countPending(userId: string): Promise<number>;
  listPending(userId: string, page: PageByOffset): Promise<readonly CollaborationRecord[]>;
}

/** Changes to collaborations. */
export interface CollaborationWrites extends CollaborationReads {
  insert(collaboration: CollaborationRecord): Promise<void>;
  update(collaboration: CollaborationRecord): Promise<void>;
  delete(id: string): Promise<void>;
  deleteOfItems(itemIds: readonly string[]): Promise<void>;
  /** Gives the invitations of an address to the person who now has it as a login. */
  claimInvitations(inviteEmail: string, userId: string): Promise<void>;
}
