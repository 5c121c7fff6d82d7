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
}

/** Role in the enterprise. */
export type UserRole = NonNullable<FullUser['role']>;

/** Status of an account. */
export type UserStatus = FullUser['status'];

/** Questions about people. */
export interface UserReads {
  get(id: string): Promise<UserRecord | null>;
  /** Several at once; those that do not exist are missing from the answer. */
  getMany(ids: readonly string[]): Promise<readonly UserRecord[]>;
  /** Logins are compared without regard to case. */
  getByLogin(login: string): Promise<UserRecord | null>;
  /** All people, oldest first. */
  list(): Promise<readonly UserRecord[]>;
}

/** Changes to people. */
export interface UserWrites extends UserReads {
  /** The login must be free; look before. */
  insert(user: UserRecord): Promise<void>;
  update(id: string, changes: UserChanges): Promise<void>;
  /** Adds to the space in use; a negative number gives space back. */
  addSpaceUsed(id: string, bytes: number): Promise<void>;
}

/** What may change of a person. */
export type UserChanges = Partial<Pick<UserRecord, 'name' | 'role' | 'status' | 'spaceAmountBytes' | 'modifiedAt'>>;
