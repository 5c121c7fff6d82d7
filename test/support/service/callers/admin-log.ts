import { expect } from 'vitest';
import type { TestService } from '../service.ts';
import type { CallerAnswer, Seen, ServiceCaller } from './service-caller.ts';

/** A change, ready to be made. */
export type LoggedChange = () => Promise<CallerAnswer>;

/** Makes the change and returns what the administrators' log got from it, as `admin` reads it. */
export async function adminLogEntries(
  { service }: TestService,
  admin: ServiceCaller,
  act: LoggedChange,
): Promise<readonly Seen[]> {
  const read = async (query: string) => (await admin.get(`/events?stream_type=admin_logs&${query}`)).json;
  await service.uses.settled();
  const start = (await read('stream_position=now')).next_stream_position;
  const answer = await act();
  expect(answer.status, answer.json.message).toBeLessThan(300);
  await service.uses.settled();
  return (await read(`stream_position=${start}`)).entries;
}

/** A change by an administrator, with its setup, and the types that it writes into the log. */
export type Door = readonly [change: string, setUp: () => Promise<LoggedChange>, types: readonly string[]];

/** The setup of a change of something that exists before: what `make` gives is handed to the change. */
export function having<T>(make: () => Promise<T>, change: (made: T) => Promise<CallerAnswer>): Door[1] {
  return async () => {
    const made = await make();
    return () => change(made);
  };
}
