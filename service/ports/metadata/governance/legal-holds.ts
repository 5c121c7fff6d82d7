import type { LegalHoldStatus, LegalHoldTargetType } from '../../../../contract/resources/governance/legal-hold.ts';
import type { AssignmentCount, ContentScope, IdPage } from './content-scope.ts';

/** A legal hold policy. Times are in milliseconds since the epoch. */
export interface LegalHoldPolicyRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly status: LegalHoldStatus;
  /** True: new versions are held as well. */
  readonly isOngoing: boolean;
  /** Both set unless the policy is ongoing: on a user, it holds versions created in this period. */
  readonly filterStartedAt: number | null;
  readonly filterEndedAt: number | null;
  readonly releaseNotes: string;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** When its release was requested. */
  readonly deletedAt: number | null;
}

/** The target of an assignment; `interactions` is missing because it is refused. */
export interface LegalHoldTarget {
  readonly type: LegalHoldTargetType;
  readonly id: string;
}

/** A policy assigned to a target. Its holds are separate rows, one per version. */
export interface LegalHoldAssignmentRecord {
  readonly id: string;
  readonly policyId: string;
  readonly target: LegalHoldTarget;
  readonly assignedBy: string;
  readonly assignedAt: number;
  /** When its release was requested; a job then removes its holds in batches. */
  readonly deletedAt: number | null;
}

/** The creation period of held versions, inclusive. Null: any time. */
export type MadeBetween = { readonly from: number; readonly to: number } | null;

/** Legal hold queries. */
export interface LegalHoldReads {
  getPolicy(id: string): Promise<LegalHoldPolicyRecord | null>;
  /** The unreleased policy with this name, compared case-insensitively. */
  getPolicyByName(name: string): Promise<LegalHoldPolicyRecord | null>;
  /** Policies whose name starts with a prefix, case-insensitively. */
  listPolicies(query: { readonly namePrefix: string } & IdPage): Promise<readonly LegalHoldPolicyRecord[]>;
  /** The number of unreleased assignments per policy and target type; no entry for zero. */
  countAssignments(policyIds: readonly string[]): Promise<readonly AssignmentCount<LegalHoldTargetType>[]>;
  getAssignment(id: string): Promise<LegalHoldAssignmentRecord | null>;
  /** Assignments of a policy, including those being released. */
  listAssignments(query: LegalHoldAssignmentQuery): Promise<readonly LegalHoldAssignmentRecord[]>;
  /** Unreleased assignments on any of these targets. */
  listActiveOn(targets: readonly LegalHoldTarget[]): Promise<readonly LegalHoldAssignmentRecord[]>;
  /** Policies whose release is in progress. */
  listReleasingPolicies(limit: number): Promise<readonly LegalHoldPolicyRecord[]>;
  /** Assignments whose release was requested, ordered by id. */
  listReleasing(page: IdPage): Promise<readonly LegalHoldAssignmentRecord[]>;
  /** Those of these versions that are on hold. */
  heldAmong(versionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Ids of the files whose current version an assignment holds. */
  listFilesOnHold(assignmentId: string, page: IdPage): Promise<readonly string[]>;
  /** Ids of the non-current versions that an assignment holds. */
  listPastVersionsOnHold(assignmentId: string, page: IdPage): Promise<readonly string[]>;
}

/** Selects assignments of a policy. */
export interface LegalHoldAssignmentQuery extends IdPage {
  readonly policyId: string;
  readonly targetType: LegalHoldTargetType | undefined;
  readonly targetId: string | undefined;
}

/** Changes to legal holds. */
export interface LegalHoldWrites extends LegalHoldReads {
  insertPolicy(policy: LegalHoldPolicyRecord): Promise<void>;
  updatePolicy(policy: LegalHoldPolicyRecord): Promise<void>;
  insertAssignment(assignment: LegalHoldAssignmentRecord): Promise<void>;
  /** Records when the release of an assignment was requested. */
  markReleasing(assignmentId: string, deletedAt: number): Promise<void>;
  /** Its holds must have been lifted. */
  deleteAssignment(assignmentId: string): Promise<void>;
  /** Puts versions on hold for an assignment; existing holds remain. */
  hold(assignmentId: string, scope: ContentScope, madeBetween: MadeBetween): Promise<void>;
  /** Lifts up to `limit` holds of an assignment and returns how many. */
  liftSome(assignmentId: string, limit: number): Promise<number>;
}
