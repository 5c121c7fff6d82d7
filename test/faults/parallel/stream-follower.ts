import type { Seen, ServiceCaller } from '../../support/service/callers/service-caller.ts';

/** Follows one stream, on whichever process answers. */
export type StreamFollower = {
  /** Reads until the stream has nothing more; false if the service did not answer. */
  readOn(): Promise<boolean>;
  /** Every event in the order in which it came. */
  readonly seen: readonly Seen[];
};

export function followStream(
  callers: readonly ServiceCaller[],
  violations: string[],
  streamType: 'changes' | 'admin_logs' = 'changes',
): StreamFollower {
  const seen: Seen[] = [];
  let position = 0;
  let turn = 0;
  const readOn = async () => {
    for (;;) {
      const caller = callers[turn++ % callers.length];
      const query = `stream_type=${streamType}&stream_position=${position}&limit=100`;
      const answer = await caller?.get(`/events?${query}`).catch(() => null);
      if (answer?.status !== 200) return false;
      const { entries, next_stream_position: next } = answer.json;
      if (next < position) violations.push(`The stream went back from ${position} to ${next}.`);
      seen.push(...entries);
      position = next;
      if (entries.length === 0) return true;
    }
  };
  return { readOn, seen };
}

/** A follower must have seen during the run exactly the events that a reader finds afterwards: all of them, in the same order, once. */
export function compareStreams(name: string, during: readonly Seen[], after: readonly Seen[], faults: string[]): void {
  const [live, whole] = [during, after].map((events) => events.map((event) => event.event_id));
  if (live === undefined || whole === undefined) return;
  if (new Set(live).size !== live.length) faults.push(`${name} was given an event twice.`);
  const missed = whole.filter((id) => !live.includes(id));
  if (missed.length > 0) faults.push(`${name} was never given ${missed.length} events of ${whole.length}.`);
  const known = new Set(whole);
  if (live.some((id) => !known.has(id))) faults.push(`${name} was given an event that is no longer there.`);
  else if (missed.length === 0 && live.some((id, index) => id !== whole[index])) {
    faults.push(`${name} was given the events in another order than they have now.`);
  }
}
