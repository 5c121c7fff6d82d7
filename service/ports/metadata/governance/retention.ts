import type {
  DispositionAction,
  RetentionPolicyType,
  RetentionTargetType,
} from '../../../../contract/resources/governance/retention-policy.ts';
import type { AssignmentCount, ContentScope, IdPage } from './content-scope.ts';

/** A retention policy. Times are in milliseconds since the epoch. */
export interface RetentionPolicyRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Days that a version is kept after its upload; null: indefinitely. */
  readonly lengthDays: number | null;
  readonly dispositionAction: DispositionAction;
  readonly isModifiable: boolean;
  readonly status: 'active' | 'retired';
  readonly canOwnerExtend: boolean;
  /** Maximum days by which an owner may extend; null: no limit. */
  readonly maxExtensionDays: number | null;
  readonly areOwnersNotified: boolean;
  /** User ids. */
  readonly notificationRecipients: readonly string[];
  readonly createdBy: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** The target of an assignment. The id of `enterprise` is that of the only enterprise. */
export interface RetentionTarget {
  readonly type: RetentionTargetType;
  readonly id: string;
}

/** A policy assigned to a target. Its retained versions are separate rows, one each. */
export interface RetentionAssignmentRecord {
  readonly id: string;
  readonly policyId: string;
  readonly target: RetentionTarget;
  readonly assignedBy: string;
  readonly assignedAt: number;
}

/** An assignment that takes in new content, with the days of its policy. */
export type ActiveAssignment = RetentionAssignmentRecord & Pick<RetentionPolicyRecord, 'lengthDays'>;

/** One version under one assignment. */
export interface RetentionRecord {
  readonly assignmentId: string;
  readonly policyId: string;
  readonly versionId: string;
  readonly fileId: string;
  /** The upload time of the version, from which its days are counted. */
  readonly startsAt: number;
  readonly lengthDays: number | null;
  /** The policy's, but `remove_retention` for a doubtful one; see `RetainedUploads`. */
  readonly dispositionAction: DispositionAction;
  readonly canOwnerExtend: boolean;
  readonly maxExtensionDays: number | null;
}

/** Retention queries. Ended policies and assignments are in none of them, except for `listEnded` and the lists of one assignment. */
export interface RetentionReads {
  getPolicy(id: string): Promise<RetentionPolicyRecord | null>;
  getPolicyByName(name: string): Promise<RetentionPolicyRecord | null>;
  listPolicies(query: RetentionPolicyQuery): Promise<readonly RetentionPolicyRecord[]>;
  countAssignments(policyIds: readonly string[]): Promise<readonly AssignmentCount<RetentionTargetType>[]>;
  getAssignment(id: string): Promise<RetentionAssignmentRecord | null>;
  listAssignments(query: RetentionAssignmentQuery): Promise<readonly RetentionAssignmentRecord[]>;
  /** Assignments on any of these targets whose policies still accept new content. */
  listActiveOn(targets: readonly RetentionTarget[]): Promise<readonly ActiveAssignment[]>;
  /** Ids of assignments that have ended and whose versions are still to be lifted, oldest first. */
  listEnded(limit: number): Promise<readonly string[]>;
  /** All retentions of these versions, including expired ones. */
  listOfVersions(versionIds: readonly string[]): Promise<readonly RetentionRecord[]>;
  /** The extended retention dates of these files, by file id. */
  extensionsOf(fileIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Versions that an assignment retains and that were uploaded by this time, oldest first, after a cursor; without those on legal hold. */
  listStartedBefore(query: StartedBeforeQuery): Promise<readonly RetentionCursor[]>;
  /** Ids of the files whose current version an assignment retains. */
  listFilesUnder(assignmentId: string, page: IdPage): Promise<readonly string[]>;
  /** Ids of the non-current versions that an assignment retains. */
  listPastVersionsUnder(assignmentId: string, page: IdPage): Promise<readonly string[]>;
}

/** Selects policies by a prefix of their name, case-sensitively. */
export interface RetentionPolicyQuery extends IdPage {
  readonly namePrefix: string;
  readonly policyType: RetentionPolicyType | undefined;
  readonly createdBy: string | undefined;
}

/** Selects assignments of a policy. */
export interface RetentionAssignmentQuery extends IdPage {
  readonly policyId: string;
  readonly targetType: RetentionTargetType | undefined;
}

/** A position in the list of versions that an assignment retains, by upload. */
export interface RetentionCursor {
  readonly startsAt: number;
  readonly versionId: string;
}

export interface StartedBeforeQuery {
  readonly assignmentId: string;
  readonly time: number;
  readonly after: RetentionCursor | null;
  readonly limit: number;
}

/** The uploads among arriving content that an assignment still retains. Times are in milliseconds since the epoch. */
export interface RetainedUploads {
  /** The retention of earlier uploads is surely over. */
  readonly after: number;
  /** The retention of uploads up to this time may be over: it is added, and deletes nothing at its end. */
  readonly doubtfulUntil: number;
}

/** Changes to retention. */
export interface RetentionWrites extends RetentionReads {
  insertPolicy(policy: RetentionPolicyRecord): Promise<void>;
  updatePolicy(policy: RetentionPolicyRecord): Promise<void>;
  /** Ends a policy whose assignments have ended. Its name is free at once, and it goes with its last assignment. */
  endPolicy(id: string, now: number): Promise<void>;
  insertAssignment(assignment: RetentionAssignmentRecord): Promise<void>;
  /** Ends an assignment: from now on it retains nothing, and its versions can be lifted step by step. */
  endAssignment(id: string, now: number): Promise<void>;
  /** Deletes an ended assignment that retains no version any more, and its policy if that has ended with its last assignment. */
  deleteAssignment(id: string): Promise<void>;
  /** Adds these uploads to an assignment, or all of them for null; existing ones remain. */
  retain(assignmentId: string, scope: ContentScope, uploads: RetainedUploads | null): Promise<void>;
  /** Lifts the retention of one version by one assignment. */
  lift(assignmentId: string, versionId: string): Promise<void>;
  /** Lifts up to this many retentions of an assignment. Returns how many. */
  liftSome(assignmentId: string, limit: number): Promise<number>;
  /** Forgets the retentions of versions that are about to be deleted. */
  forgetVersions(versionIds: readonly string[]): Promise<void>;
  forgetExtensions(fileIds: readonly string[]): Promise<void>;
  setExtension(fileId: string, until: number): Promise<void>;
}
