import type { Caller, Service } from '../service.ts';
import { requireSession } from './require-session.ts';

/** Takes what a client wants to note about a session of the caller, in whatever state it is. Nothing of it is kept. */
export async function noteSessionEvent(service: Service, caller: Caller, sessionId: string): Promise<void> {
  await service.store.read(async (reads) => requireSession(service, reads, caller, sessionId));
}
