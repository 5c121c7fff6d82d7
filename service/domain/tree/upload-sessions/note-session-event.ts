import type { Caller, Service } from '../../service.ts';
import { requireSession } from './require-session.ts';

/** Accepts a client's notes about one of the caller's sessions, in any state, and discards them. */
export async function noteSessionEvent(service: Service, caller: Caller, sessionId: string): Promise<void> {
  await service.store.read(async (reads) => requireSession(service, reads, caller, sessionId));
}
