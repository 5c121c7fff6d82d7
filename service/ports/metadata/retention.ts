import type {
  DispositionAction,
  RetentionPolicyType,
  RetentionTargetType,
} from '../../../contract/resources/retention-policy.ts';
import type { AssignmentCount, ContentScope, IdPage } from './content-scope.ts';

/** A retention policy. Times are in milliseconds since the epoch. */
export interface RetentionPolicyRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Days that a version is kept from its upload on; null: for ever (`indefinite`). */
  readonly lengthDays: number | null;
  readonly dispositionAction: DispositionAction;
  readonly isModifiable: boolean;
  readonly status: 'active' | 'retired';
  readonly canOwnerExtend: boolean;
  /** Days by which an owner may extend at most; null: without limit. */
  readonly maxExtensionDays: number | null;
  readonly areOwnersNotified: boolean;
  /** Ids of people. */
  readonly notificationRecipients: readonly string[];
  readonly createdBy: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** What an assignment is on. The id of `enterprise` is that of the one enterprise. */
export interface RetentionTarget {
  readonly type: RetentionTargetType;
  readonly id: string;
}

/** A policy at work on something. What it retains are rows of their own, one for each version. */
export interface RetentionAssignmentRecord {
  readonly id: string;
  readonly policyId: string;
  readonly target: RetentionTarget;
  readonly assignedBy: string;
  readonly assignedAt: number;
}

/** One version under one assignment. */
export interface RetentionRecord {
  readonly assignmentId: string;
  readonly policyId: string;
  readonly versionId: string;
  readonly fileId: string;
  /** The upload of the version: from here its days are counted. */
  readonly startsAt: number;
  readonly lengthDays: number | null;
  readonly dispositionAction: DispositionAction;
  readonly canOwnerExtend: boolean;
  readonly maxExtensionDays: number | null;
}

/** Questions about retention. */
export interface RetentionReads {
  getPolicy(id: string): Promise<RetentionPolicyRecord | null>;
  getPolicyByName(name: string): Promise<RetentionPolicyRecord | null>;
  listPolicies(query: RetentionPolicyQuery): Promise<readonly RetentionPolicyRecord[]>;
  countAssignments(policyIds: readonly string[]): Promise<readonly AssignmentCount<RetentionTargetType>[]>;
  getAssignment(id: string): Promise<RetentionAssignmentRecord | null>;
  listAssignments(query: RetentionAssignmentQuery): Promise<readonly RetentionAssignmentRecord[]>;
  /** Assignments on any of these whose policies still take in new content. */
  listActiveOn(targets: readonly RetentionTarget[]): Promise<readonly RetentionAssignmentRecord[]>;
  /** Everything that retains any of these versions, whether its time is over or not. */
  listOfVersions(versionIds: readonly string[]): Promise<readonly RetentionRecord[]>;
  /** Until when the owners of these files extended their retention, by the id of the file. */
  extensionsOf(fileIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** What an assignment retains and was uploaded at this time or before, oldest first, behind a cursor. */
  listStartedBefore(query: StartedBeforeQuery): Promise<readonly RetentionCursor[]>;
  /** Ids of the files whose current version an assignment retains. */
  listFilesUnder(assignmentId: string, page: IdPage): Promise<readonly string[]>;
  /** Ids of the versions that an assignment retains and that are no longer the current ones. */
  listPastVersionsUnder(assignmentId: string, page: IdPage): Promise<readonly string[]>;
}

/** Which policies: all whose names begin so, with regard to case. */
export interface RetentionPolicyQuery extends IdPage {
  readonly namePrefix: string;
  readonly policyType: RetentionPolicyType | undefined;
  readonly createdBy: string | undefined;
}

/** Which assignments of a policy. */
export interface RetentionAssignmentQuery extends IdPage {
  readonly policyId: string;
  readonly targetType: RetentionTargetType | undefined;
}

/** A place in the list of what an assignment retains, by upload. */
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

/** Changes to retention. */
export interface RetentionWrites extends RetentionReads {
  insertPolicy(policy: RetentionPolicyRecord): Promise<void>;
  updatePolicy(policy: RetentionPolicyRecord): Promise<void>;
  /** Its assignments must be gone. */
  deletePolicy(id: string): Promise<void>;
  insertAssignment(assignment: RetentionAssignmentRecord): Promise<void>;
  /** Removes an assignment and lifts all that it retains. */
  deleteAssignment(id: string): Promise<void>;
  /** Brings versions under an assignment; those that are under it already stay so. */
  retain(assignmentId: string, scope: ContentScope): Promise<void>;
  /** Lifts the retention of one version by one assignment. */
  lift(assignmentId: string, versionId: string): Promise<void>;
  /** Forgets what retained versions that are about to be removed. */
  forgetVersions(versionIds: readonly string[]): Promise<void>;
  forgetExtensions(fileIds: readonly string[]): Promise<void>;
  setExtension(fileId: string, until: number): Promise<void>;
}
