import type { MetadataWrites } from '../../../ports/metadata-store.ts';
import { untilNone } from '../../kernel/work/until-none.ts';
import type { Service } from '../../service.ts';

/** Maximum holds lifted per transaction, so that other changes need not wait long. */
const batch = 1000;

/**
 * Lifts the holds of assignments that are being released, then deletes the assignments, then marks their policies as released. Each
 * step is a transaction that checks the state again, so that several processes may run this and any may be killed. Returns the
 * number of lifted holds and finished releases.
 */
export async function finishReleases(service: Service): Promise<number> {
  const { store, clock } = service;
  const released = await untilNone(() => store.transaction((tx) => releaseStep(tx, clock.now())));
  return released + (await store.transaction((tx) => closePolicies(tx, clock.now())));
}

async function releaseStep(tx: MetadataWrites, now: number): Promise<number> {
  const [assignment] = await tx.legalHolds.listReleasing({ after: null, limit: 1 });
  if (!assignment) return 0;
  const lifted = await tx.legalHolds.liftSome(assignment.id, batch);
  if (lifted === batch) return lifted;
  await tx.legalHolds.deleteAssignment(assignment.id);
  await closePolicy(tx, assignment.policyId, now);
  return lifted + 1;
}

/** Marks a policy as released once its release was requested and it has no assignments left. */
async function closePolicy(tx: MetadataWrites, policyId: string, now: number): Promise<boolean> {
  const policy = await tx.legalHolds.getPolicy(policyId);
  if (policy?.status !== 'releasing') return false;
  const left = await tx.legalHolds.listAssignments({
    policyId,
    targetType: undefined,
    targetId: undefined,
    after: null,
    limit: 1,
  });
  if (left.length > 0) return false;
  await tx.legalHolds.updatePolicy({ ...policy, status: 'released', modifiedAt: now });
  return true;
}

/** Policies that never had an assignment are released at once. */
async function closePolicies(tx: MetadataWrites, now: number): Promise<number> {
  let closed = 0;
  for (const { id } of await tx.legalHolds.listReleasingPolicies(batch))
    closed += (await closePolicy(tx, id, now)) ? 1 : 0;
  return closed;
}
