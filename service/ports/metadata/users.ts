import type { FullUser } from '../../../contract/resources/user.ts';

/** A person. Times are in milliseconds since the epoch; sizes in bytes. */
export interface UserRecord {
  readonly id: string;
  readonly login: string;
  readonly name: string;
  readonly role: UserRole;
  readonly status: UserStatus;
  /** Id of the row behind this person's root folder; on the wire that folder is `0`, and this id is never seen there. */
  readonly rootId: string;
  readonly language: string;
  readonly timezone: string;
  /** Space the person may fill; null means without limit. */
  readonly spaceAmountBytes: number | null;
  /** Every stored version of what the person owns, the trash included. */
  readonly spaceUsedBytes: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** The largest file that the person may upload; null means as large as any. */
  readonly maxUploadBytes: number | null;
  /** What another system calls the person; no two have the same. */
  readonly externalAppUserId: string | null;
  /** When the person last signed in, with a browser or a program; null: never. */
  readonly lastSignInAt: number | null;
  readonly profile: UserProfile;
}

/** What an account holds that no rule of the hot path asks for. */
export interface UserProfile {
  readonly jobTitle: string;
  readonly phone: string;
  readonly address: string;
  readonly notificationEmail: { readonly email: string; readonly isConfirmed: boolean } | null;
  readonly trackingCodes: readonly { readonly name: string; readonly value: string }[];
  /** May look up everyone in the enterprise, though no administrator. */
  readonly canSeeManagedUsers: boolean;
  readonly isSyncEnabled: boolean;
  /** May not invite people from outside of the enterprise. */
  readonly isExternalCollabRestricted: boolean;
  readonly isExemptFromDeviceLimits: boolean;
  readonly isExemptFromLoginVerification: boolean;
  /** Stands for an application's own user, who has no login to sign in with. */
  readonly isPlatformAccessOnly: boolean;
}

/** What an account holds when nothing was said. */
export const plainProfile: UserProfile = {
  jobTitle: '',
  phone: '',
  address: '',
  notificationEmail: null,
  trackingCodes: [],
  canSeeManagedUsers: false,
  isSyncEnabled: true,
  isExternalCollabRestricted: false,
  isExemptFromDeviceLimits: false,
  isExemptFromLoginVerification: false,
  isPlatformAccessOnly: false,
};

/** Role in the enterprise. */
export type UserRole = NonNullable<FullUser['role']>;

/** Status of an account. */
export type UserStatus = FullUser['status'];

/** Questions about people. */
export interface UserReads {
  get(id: string): Promise<UserRecord | null>;
  /** Several at once, also who was removed; those that never existed are missing from the answer. */
  getMany(ids: readonly string[]): Promise<readonly UserRecord[]>;
  /** Logins are compared without regard to case. */
  getByLogin(login: string): Promise<UserRecord | null>;
  /** All people, oldest first. */
  list(): Promise<readonly UserRecord[]>;
  /** Everyone with this role in the enterprise, oldest first, at most so many. */
  listByRole(role: UserRole, limit: number): Promise<readonly UserRecord[]>;
  getByExternalAppUserId(id: string): Promise<UserRecord | null>;
  count(filter: UserFilter): Promise<number>;
  /** Oldest first. */
  page(filter: UserFilter, page: UserPage): Promise<readonly UserRecord[]>;
  avatar(userId: string): Promise<AvatarRecord | null>;
  /** Further addresses of a person, oldest first. */
  aliases(userId: string): Promise<readonly EmailAliasRecord[]>;
  /** Addresses are compared without regard to case. */
  getAlias(email: string): Promise<EmailAliasRecord | null>;
}

/** Which people a list shows. */
export interface UserFilter {
  /** Folded beginning of the name or of the login; "" for all. */
  readonly prefix: string;
  readonly externalAppUserId: string | null;
}

/** A page of people: by position, or behind a person. */
export type UserPage =
  | { readonly form: 'offset'; readonly offset: number; readonly limit: number }
  | { readonly form: 'after'; readonly afterId: string | null; readonly limit: number };

/** A picture of a person. */
export interface AvatarRecord {
  readonly userId: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** A further address of a person, by which an invitation finds the person too. */
export interface EmailAliasRecord {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
}

/** Changes to people. */
export interface UserWrites extends UserReads {
  /** The login must be free; look before. */
  insert(user: UserRecord): Promise<void>;
  update(id: string, changes: UserChanges): Promise<void>;
  /** Adds to the space in use; a negative number gives space back. */
  addSpaceUsed(id: string, bytes: number): Promise<void>;
  /**
   * Takes a person away: nothing finds the person any more but `getMany`, since much names who did it. The login is free again.
   * Memberships, collaborations and aliases must be gone before.
   */
  remove(id: string, deletedAt: number): Promise<void>;
  putAvatar(avatar: AvatarRecord): Promise<void>;
  deleteAvatar(userId: string): Promise<void>;
  /** The address must be free; look before. */
  insertAlias(alias: EmailAliasRecord): Promise<void>;
  deleteAlias(id: string): Promise<void>;
}

/** What may change of a person. */
export type UserChanges = Partial<Omit<UserRecord, 'id' | 'rootId' | 'spaceUsedBytes' | 'createdAt'>>;
