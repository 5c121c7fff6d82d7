import type { CollaborationRole as AnyRole } from '../../../contract/resources/collaboration.ts';

/** Rights of an invited person (service-decisions.md B 4.5). `owner` is never stored: ownership is a field of the item. */
export type CollaborationRole = Exclude<AnyRole, 'owner'>;

/** One person's access to one item of another. Times are in milliseconds since the epoch. */
export interface CollaborationRecord {
  readonly id: string;
  readonly itemId: string;
  /** Null while the invited address belongs to nobody here. */
  readonly userId: string | null;
  /** The address that was invited when nobody had it as a login; null otherwise. */
  readonly inviteEmail: string | null;
  readonly role: CollaborationRole;
  readonly status: 'pending' | 'accepted' | 'rejected';
  readonly createdBy: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly acknowledgedAt: number | null;
}

/** Questions about collaborations. */
export interface CollaborationReads {
  get(id: string): Promise<CollaborationRecord | null>;
  /** All collaborations of these items, whatever their status. */
  listOfItems(itemIds: readonly string[]): Promise<readonly CollaborationRecord[]>;
  /** What was accepted by a person. */
  listAccepted(userId: string): Promise<readonly CollaborationRecord[]>;
  /** What others accepted of the items of an owner that are not themselves in the trash. */
  listAcceptedOfOwner(ownerId: string): Promise<readonly CollaborationRecord[]>;
  /** Invitations that wait for a person's answer, oldest first. */
  countPending(userId: string): Promise<number>;
  listPending(
    userId: string,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<readonly CollaborationRecord[]>;
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
