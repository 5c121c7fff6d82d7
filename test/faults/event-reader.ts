import type { Seen, ServiceCaller } from '../support/service/callers/service-caller.ts';
import type { Acknowledged, Ledger } from './ledger.ts';

/** Follows a stream as a client does, through every restart, and remembers each event as it first came. */
export type EventReader = {
  /** Reads on until the stream gives nothing more; a service that does not answer is asked again later. */
  readOn(): Promise<void>;
  readonly seen: ReadonlyMap<string, string>;
};

export function openEventReader(caller: ServiceCaller, ledger: Ledger): EventReader {
  const seen = new Map<string, string>();
  let position = 0;
  const readOn = async () => {
    for (;;) {
      const page = await pageFrom(caller, position);
      if (page === null) return;
      if (page.next_stream_position < position) ledger.violations.push('The stream went back.');
      for (const event of page.entries) note(event, seen, ledger);
      position = page.next_stream_position;
      if (page.entries.length === 0) return;
    }
  };
  return { readOn, seen };
}

function note(event: Seen, seen: Map<string, string>, ledger: Ledger): void {
  const content = JSON.stringify(event);
  const known = seen.get(event.event_id);
  if (known !== undefined && known !== content) {
    ledger.violations.push(`The event ${event.event_id} came a second time with another content.`);
  }
  seen.set(event.event_id, content);
}

/** Reads the whole stream from scratch and compares it with earlier reads and with the acknowledged changes. */
export async function checkEvents(
  caller: ServiceCaller,
  ledger: Ledger,
  seen: ReadonlyMap<string, string>,
): Promise<void> {
  const whole = openEventReader(caller, ledger);
  await whole.readOn();
  for (const [id, content] of seen) {
    if (whole.seen.get(id) !== content) ledger.violations.push(`The event ${id} is gone, or is another one now.`);
  }
  const told = new Map<string, number>();
  for (const content of whole.seen.values()) {
    const { event_type: eventType, source } = JSON.parse(content) as Seen;
    if (source.type !== 'file') continue;
    const key = keyOf({ eventType, id: source.id, etag: source.etag });
    told.set(key, (told.get(key) ?? 0) + 1);
  }
  for (const change of ledger.changes) {
    const count = told.get(keyOf(change)) ?? 0;
    if (count !== 1) ledger.violations.push(`${count} events tell of ${keyOf(change)}; there must be one.`);
    told.delete(keyOf(change));
  }
  for (const key of told.keys()) ledger.violations.push(`An event reports ${key}, which no worker did.`);
}

async function pageFrom(caller: ServiceCaller, position: number): Promise<Seen | null> {
  const query = `stream_type=changes&stream_position=${position}&limit=500`;
  const answer = await caller.get(`/events?${query}`).catch(() => null);
  return answer?.status === 200 ? answer.json : null;
}

function keyOf({ eventType, id, etag }: Acknowledged): string {
  return `${eventType} of ${id} (etag ${etag})`;
}
