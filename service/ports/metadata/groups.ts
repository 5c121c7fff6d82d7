import type { GroupLevel, MembershipRole } from '../../../contract/resources/group.ts';

/** A group of people. Times are in milliseconds since the epoch. */
export interface GroupRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Where the group comes from, when another system keeps it, and what it is called there. */
  readonly provenance: string | null;
  readonly externalSyncIdentifier: string | null;
  /** Who may invite the group to an item. */
  readonly invitabilityLevel: GroupLevel;
  /** Who may see its members. */
  readonly memberViewabilityLevel: GroupLevel;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** One person in one group. */
export interface MembershipRecord {
  readonly id: string;
  readonly groupId: string;
  readonly userId: string;
  readonly role: MembershipRole;
  readonly permissions: GroupPermissions;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/**
 * What an administrator of a group may do beyond the group itself (the interface's 4.12). `unset`: nothing was ever said. Null:
 * all is off. An object: what it names is as it says, what it leaves out is on.
 */
export type GroupPermissions = 'unset' | null | Readonly<Record<string, boolean>>;

/** One person who is in one group. */
export interface Member {
  readonly groupId: string;
  readonly userId: string;
}

/** Which groups a list shows. */
export interface GroupFilter {
  /** Folded beginning of the name; "" for all. */
  readonly namePrefix: string;
  /** Only groups that this person is in or that everyone may invite; null for all. */
  readonly visibleTo: string | null;
}

/** A page by position. */
export interface PageByOffset {
  readonly offset: number;
  readonly limit: number;
}

/** Questions about groups and memberships. */
export interface GroupReads {
  get(id: string): Promise<GroupRecord | null>;
  getMany(ids: readonly string[]): Promise<readonly GroupRecord[]>;
  /** The group of this name; `nameKey` is the folded form of the name. */
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
  /** Memberships of a person, oldest first. */
  listOfUser(userId: string, page: PageByOffset): Promise<readonly MembershipRecord[]>;
  /** Everyone who is in one of these groups. */
  members(groupIds: readonly string[]): Promise<readonly Member[]>;
  /** Those of these groups that the person is in. */
  ofUserAmong(userId: string, groupIds: readonly string[]): Promise<readonly string[]>;
  /** The memberships in which a person is administrator of a group that another person is in. */
  administrationsOver(adminId: string, memberId: string): Promise<readonly MembershipRecord[]>;
  /** All memberships in which a person is administrator of a group. */
  administrationsOf(adminId: string): Promise<readonly MembershipRecord[]>;
}

/** Changes to groups and memberships. */
export interface GroupWrites extends GroupReads {
  /** The name must be free; look before. */
  insert(group: GroupRecord): Promise<void>;
  update(group: GroupRecord): Promise<void>;
  /** Removes a group with all memberships of it. */
  delete(id: string): Promise<void>;
  /** The person must not be in the group yet; look before. */
  insertMembership(membership: MembershipRecord): Promise<void>;
  updateMembership(membership: MembershipRecord): Promise<void>;
  deleteMembership(id: string): Promise<void>;
}
