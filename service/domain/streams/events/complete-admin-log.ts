import type { Service } from '../../service.ts';

/** Events that a transaction numbers. */
const batch = 1000;

/**
 * Gives all committed events of the administrators' log their positions, and returns how many. Changes leave this to a job, and to the
 * readers, who miss nothing that is committed: if each change took the next position itself, all of them would wait for each other's commits.
 */
export async function completeAdminLog({ store }: Pick<Service, 'store'>): Promise<number> {
  if (!(await store.read(({ events }) => events.hasUnnumbered()))) return 0;
  for (let total = 0; ; ) {
    const numbered = await store.transaction(({ events }) => events.numberForAdmins(batch), 'apart');
    total += numbered;
    if (numbered < batch) return total;
  }
}
