import type { GroupLevel, MembershipRole } from '../../../../contract/resources/people/group.ts';

/** A group of people. Times are in milliseconds since the epoch. */
export interface GroupRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The external system that manages the group, and the group's id there. */
  readonly provenance: string | null;
  readonly externalSyncIdentifier: string | null;
  /** The users who may invite the group to items. */
  readonly invitabilityLevel: GroupLevel;
  /** The users who may see its members. */
  readonly memberViewabilityLevel: GroupLevel;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** A user's membership in a group. */
export interface MembershipRecord {
  readonly id: string;
  readonly groupId: string;
  readonly userId: string;
  readonly role: MembershipRole;
  readonly permissions: GroupPermissions;
  /** True if an administrator of the enterprise added the member: only then may the group's administrators change the account. */
  readonly isByEnterprise: boolean;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/**
 * The permissions of a group administrator beyond managing the group (interface 4.12). `unset`: never set. Null: everything is off.
 * An object: listed permissions as given, all others on.
 */
export type GroupPermissions = 'unset' | null | Readonly<Record<string, boolean>>;

/** A user in a group. */
export interface Member {
  readonly groupId: string;
  readonly userId: string;
}

/** Filter of a group list. */
export interface GroupFilter {
  /** Folded prefix of the name; "" for all. */
  readonly namePrefix: string;
  /** Only groups that this user belongs to or that anyone may invite; null for all. */
  readonly visibleTo: string | null;
}

/** A page by offset. */
export interface PageByOffset {
  readonly offset: number;
  readonly limit: number;
}

/** Group and membership queries. */
export interface GroupReads {
  get(id: string): Promise<GroupRecord | null>;
  getMany(ids: readonly string[]): Promise<readonly GroupRecord[]>;
  /** The group with this name; `nameKey` is the folded form of the name. */
  getByName(nameKey: string): Promise<GroupRecord | null>;
  count(filter: GroupFilter): Promise<number>;
  /** By name. */
  list(filter: GroupFilter, page: PageByOffset): Promise<readonly GroupRecord[]>;
  membership(id: string): Promise<MembershipRecord | null>;
  membershipOf(groupId: string, userId: string): Promise<MembershipRecord | null>;
  countMembers(groupId: string): Promise<number>;
  /** Memberships of a group, oldest first. */
  listMembers(groupId: string, page: PageByOffset): Promise<readonly MembershipRecord[]>;
  countOfUser(userId: string): Promise<number>;
  /** Memberships of a user, oldest first. */
  listOfUser(userId: string, page: PageByOffset): Promise<readonly MembershipRecord[]>;
  /** All members of these groups. */
  members(groupIds: readonly string[]): Promise<readonly Member[]>;
  /** The groups among these that the user belongs to. */
  ofUserAmong(userId: string, groupIds: readonly string[]): Promise<readonly string[]>;
  /** The memberships that make one user an administrator of a group that another user belongs to. */
  administrationsOver(adminId: string, memberId: string): Promise<readonly MembershipRecord[]>;
  /** All memberships that make a user a group administrator. */
  administrationsOf(adminId: string): Promise<readonly MembershipRecord[]>;
}

/** Changes to groups and memberships. */
export interface GroupWrites extends GroupReads {
  /** The name must be free; check first. */
  insert(group: GroupRecord): Promise<void>;
  update(group: GroupRecord): Promise<void>;
  /** Deletes a group and all its memberships. */
  delete(id: string): Promise<void>;
  /** The user must not be a member yet; check first. */
  insertMembership(membership: MembershipRecord): Promise<void>;
  updateMembership(membership: MembershipRecord): Promise<void>;
  deleteMembership(id: string): Promise<void>;
}
