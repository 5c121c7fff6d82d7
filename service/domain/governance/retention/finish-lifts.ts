import type { MetadataWrites } from '../../../ports/metadata-store.ts';
import { untilNone } from '../../kernel/work/until-none.ts';
import type { Service } from '../../service.ts';

/** Maximum retentions lifted per transaction, so that other changes need not wait long and no statement takes too long. */
const batch = 1000;

/**
 * Lifts the retentions of ended assignments, which retain nothing any more, and then deletes these. Each step is a transaction that checks
 * the state again, so that several processes may run this and any may be killed. Returns the number of lifted retentions and deleted
 * assignments.
 */
export async function finishLifts(service: Service): Promise<number> {
  return untilNone(() => service.store.transaction(({ retention }) => liftStep(retention)));
}

async function liftStep(retention: MetadataWrites['retention']): Promise<number> {
  const [assignmentId] = await retention.listEnded(1);
  if (assignmentId === undefined) return 0;
  const lifted = await retention.liftSome(assignmentId, batch);
  if (lifted === batch) return lifted;
  await retention.deleteAssignment(assignmentId);
  return lifted + 1;
}
