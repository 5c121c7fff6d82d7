import type { FullUser } from '../../../../contract/resources/people/user.ts';

/** A user. Times are in milliseconds since the epoch; sizes in bytes. */
export interface UserRecord {
  readonly id: string;
  readonly login: string;
  readonly name: string;
  readonly role: UserRole;
  readonly status: UserStatus;
  /** Id of the row of this user's root folder, which is `0` on the wire; this id never appears there. */
  readonly rootId: string;
  readonly language: string;
  readonly timezone: string;
  /** The user's quota in bytes; null means no limit. */
  readonly spaceAmountBytes: number | null;
  /** Bytes of all stored versions that the user owns, trash included. */
  readonly spaceUsedBytes: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** The user's maximum upload size; null means no limit. */
  readonly maxUploadBytes: number | null;
  /** The user's id in another system; unique. */
  readonly externalAppUserId: string | null;
  /** The user's last sign-in, by browser or application; null: never. */
  readonly lastSignInAt: number | null;
  readonly profile: UserProfile;
}

/** Account fields that no hot path reads. */
export interface UserProfile {
  readonly jobTitle: string;
  readonly phone: string;
  readonly address: string;
  readonly notificationEmail: { readonly email: string; readonly isConfirmed: boolean } | null;
  readonly trackingCodes: readonly { readonly name: string; readonly value: string }[];
  /** May look up everyone in the enterprise without being an administrator. */
  readonly canSeeManagedUsers: boolean;
  readonly isSyncEnabled: boolean;
  /** May not invite people outside the enterprise. */
  readonly isExternalCollabRestricted: boolean;
  readonly isExemptFromDeviceLimits: boolean;
  readonly isExemptFromLoginVerification: boolean;
  /** An application's own user, who has no login to sign in with. */
  readonly isPlatformAccessOnly: boolean;
}

/** The defaults of an account. */
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

/** The space of a user with a quota. Parts of open upload sessions take space like files. */
export interface Room {
  readonly allBytes: number;
  readonly usedBytes: number;
  readonly heldBytes: number;
}

/** User queries. */
export interface UserReads {
  get(id: string): Promise<UserRecord | null>;
  /** The room of a user; null without a quota. */
  roomOf(id: string): Promise<Room | null>;
  /** Several users, including deleted ones; ids that never existed are missing from the result. */
  getMany(ids: readonly string[]): Promise<readonly UserRecord[]>;
  /** Logins are compared case-insensitively. */
  getByLogin(login: string): Promise<UserRecord | null>;
  /** True in a database that never had a user: deleted ones count. */
  isEmpty(): Promise<boolean>;
  /** All users, oldest first. */
  list(): Promise<readonly UserRecord[]>;
  /** Users with this role in the enterprise, oldest first, up to `limit`. */
  listByRole(role: UserRole, limit: number): Promise<readonly UserRecord[]>;
  getByExternalAppUserId(id: string): Promise<UserRecord | null>;
  count(filter: UserFilter): Promise<number>;
  /** Oldest first. */
  page(filter: UserFilter, page: UserPage): Promise<readonly UserRecord[]>;
  avatar(userId: string): Promise<AvatarRecord | null>;
  /** Email aliases of a user, oldest first. */
  aliases(userId: string): Promise<readonly EmailAliasRecord[]>;
  /** Email addresses are compared case-insensitively. */
  getAlias(email: string): Promise<EmailAliasRecord | null>;
}

/** Filter of a user list. */
export interface UserFilter {
  /** Folded prefix of the name or the login; "" for all. */
  readonly prefix: string;
  readonly externalAppUserId: string | null;
}

/** A page of users: by offset, or after a user. */
export type UserPage =
  | { readonly form: 'offset'; readonly offset: number; readonly limit: number }
  | { readonly form: 'after'; readonly afterId: string | null; readonly limit: number };

/** A user's avatar. */
export interface AvatarRecord {
  readonly userId: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** An additional email address of a user, which invitations also match. */
export interface EmailAliasRecord {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
}

/** Changes to users. */
export interface UserWrites extends UserReads {
  /** The login must be free; check first. */
  insert(user: UserRecord): Promise<void>;
  update(id: string, changes: UserChanges): Promise<void>;
  /** Adds to the space in use; negative numbers free space. */
  addSpaceUsed(id: string, bytes: number): Promise<void>;
  /**
   * Deletes a user. Only `getMany` still finds the user, since many records name their author. The login becomes free again.
   * Memberships, collaborations and aliases must be removed first.
   */
  remove(id: string, deletedAt: number): Promise<void>;
  putAvatar(avatar: AvatarRecord): Promise<void>;
  deleteAvatar(userId: string): Promise<void>;
  /** The email address must be free; check first. */
  insertAlias(alias: EmailAliasRecord): Promise<void>;
  deleteAlias(id: string): Promise<void>;
}

/** The fields of a user that can change. */
export type UserChanges = Partial<Omit<UserRecord, 'id' | 'rootId' | 'spaceUsedBytes' | 'createdAt'>>;
