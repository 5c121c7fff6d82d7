import type { LegalHoldStatus, LegalHoldTargetType } from '../../../contract/resources/legal-hold.ts';
import type { AssignmentCount, ContentScope, IdPage } from './content-scope.ts';

/** A legal hold policy. Times are in milliseconds since the epoch. */
export interface LegalHoldPolicyRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly status: LegalHoldStatus;
  /** True: what comes to exist later is held as well. */
  readonly isOngoing: boolean;
  /** Both set unless the policy is ongoing: versions made in between are held, where it is on a person. */
  readonly filterStartedAt: number | null;
  readonly filterEndedAt: number | null;
  readonly releaseNotes: string;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** When its release was asked for. */
  readonly deletedAt: number | null;
}

/** What an assignment is on; `interactions` has no record, since it is refused. */
export interface LegalHoldTarget {
  readonly type: LegalHoldTargetType;
  readonly id: string;
}

/** A policy at work on something. Its holds are rows of their own, one for each version. */
export interface LegalHoldAssignmentRecord {
  readonly id: string;
  readonly policyId: string;
  readonly target: LegalHoldTarget;
  readonly assignedBy: string;
  readonly assignedAt: number;
  /** When its release was asked for; its holds go away behind that, step by step. */
  readonly deletedAt: number | null;
}

/** When a version must have been made to be held, both ends included. Null: at any time. */
export type MadeBetween = { readonly from: number; readonly to: number } | null;

/** Questions about legal holds. */
export interface LegalHoldReads {
  getPolicy(id: string): Promise<LegalHoldPolicyRecord | null>;
  /** The policy of this name that is not released; names are compared without regard to case. */
  getPolicyByName(name: string): Promise<LegalHoldPolicyRecord | null>;
  /** Policies whose name begins so, without regard to case. */
  listPolicies(query: { readonly namePrefix: string } & IdPage): Promise<readonly LegalHoldPolicyRecord[]>;
  /** How many assignments of these policies were not released, by the type of what they are on; none where there is none. */
  countAssignments(policyIds: readonly string[]): Promise<readonly AssignmentCount<LegalHoldTargetType>[]>;
  getAssignment(id: string): Promise<LegalHoldAssignmentRecord | null>;
  /** Assignments of a policy, those that are being released among them. */
  listAssignments(query: LegalHoldAssignmentQuery): Promise<readonly LegalHoldAssignmentRecord[]>;
  /** Assignments on any of these that were not released. */
  listActiveOn(targets: readonly LegalHoldTarget[]): Promise<readonly LegalHoldAssignmentRecord[]>;
  /** Policies whose release was asked for and is not finished. */
  listReleasingPolicies(limit: number): Promise<readonly LegalHoldPolicyRecord[]>;
  /** Assignments whose release was asked for, in the order of their ids. */
  listReleasing(page: IdPage): Promise<readonly LegalHoldAssignmentRecord[]>;
  /** Those of these versions that something holds. */
  heldAmong(versionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Ids of the files whose current version an assignment holds. */
  listFilesOnHold(assignmentId: string, page: IdPage): Promise<readonly string[]>;
  /** Ids of the versions that an assignment holds and that are no longer the current ones. */
  listPastVersionsOnHold(assignmentId: string, page: IdPage): Promise<readonly string[]>;
}

/** Which assignments of a policy. */
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
  /** Notes when the release of an assignment was asked for. */
  markReleasing(assignmentId: string, deletedAt: number): Promise<void>;
  /** Its holds must be gone. */
  deleteAssignment(assignmentId: string): Promise<void>;
  /** Puts versions on hold by an assignment; those that it holds already stay so. */
  hold(assignmentId: string, scope: ContentScope, madeBetween: MadeBetween): Promise<void>;
  /** Lifts at most so many holds of an assignment and tells how many. */
  lift(assignmentId: string, limit: number): Promise<number>;
}
