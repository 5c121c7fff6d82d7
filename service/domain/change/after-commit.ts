import type { Service } from '../service.ts';

/** Does what follows from a change, such as waking others, once the change is durable. */
export async function afterCommit({ held }: Service, work: () => unknown): Promise<void> {
  if (held) await held.afterCommit(work);
  else await work();
}
