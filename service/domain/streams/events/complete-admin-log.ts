import type { Service } from '../../service.ts';

/** Events that a transaction numbers. */
const batch = 1000;

/**
 * Gives all committed events of the administrators' log their positions. Changes leave this to the readers, of whom there are few: if each
 * took the next position itself, all of them would wait for each other's commits.
 */
export async function completeAdminLog({ store }: Pick<Service, 'store'>): Promise<void> {
  if (!(await store.read(({ events }) => events.hasUnnumbered()))) return;
  for (let numbered = batch; numbered === batch; ) {
    numbered = await store.transaction(({ events }) => events.numberForAdmins(batch), 'apart');
  }
}
