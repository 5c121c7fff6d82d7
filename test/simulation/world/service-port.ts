import { type StreamPosition, streamPosition } from '../../../main/engine/model/ids.ts';
import { type Remote, type RemoteChange, RemoteError } from '../../../main/engine/ports/remote.ts';
import type { Seam } from './seam.ts';
import type { Ask, ServicePortOptions } from './service-faults.ts';
import { historyCalls } from './service-history.ts';
import { sessionCalls } from './service-sessions.ts';
import type { VirtualService } from './virtual-service.ts';

/** Nobody waits longer than this for an event. */
const LONG_POLL_MS = 60_000;

/** The virtual service behind the engine's port, as one device sees it. */
export function servicePort(options: ServicePortOptions): Remote {
  const { service, seam, chance } = options;
  let requests = 0;
  const ask: Ask = async (effect, signal) => {
    signal?.throwIfAborted();
    requests += 1;
    await seam.cross();
    signal?.throwIfAborted();
    if (chance.happens(options.faults().before)) throw failure(options);
    const value = effect();
    const isLost = chance.happens(options.faults().after);
    await seam.cross();
    // A cancelled request may have had its effect: nobody can know.
    signal?.throwIfAborted();
    if (isLost) {
      options.onTrouble('reply lost');
      throw failure(options);
    }
    return value;
  };
  return {
    requests: () => requests,
    currentPosition: (signal) => ask(() => positionAt(service.events.length), signal),
    changes: (position, signal) =>
      ask(() => {
        const from = Number(position);
        const isKnown = Number.isInteger(from) && from >= 0 && from <= service.events.length;
        if (!isKnown || chance.happens(options.faults().positionLost)) {
          options.onTrouble('position lost');
          return { ok: false, reason: 'position_lost' };
        }
        const to = Math.min(service.events.length, from + 1 + chance.below(6));
        const changes = eventsBetween(options, from, to);
        return { ok: true, changes, position: positionAt(to), invitations: false };
      }, signal),
    waitForChange: async (position, signal) => {
      await seam.cross();
      signal.throwIfAborted();
      await untilNewer(service, seam, Number(position), signal);
      signal.throwIfAborted();
      if (chance.happens(options.faults().before)) throw failure(options);
    },
    item: (id, kind, signal) =>
      ask(() => {
        const item = service.live(id);
        return item?.kind === kind ? service.entry(item) : null;
      }, signal),
    list: (folder, signal) =>
      ask(() => {
        const found = service.live(folder);
        if (found === null || found.kind !== 'folder') return null;
        return service.children(folder).map((item) => service.entry(item));
      }, signal),
    createFolder: (parent, name, signal) => ask(() => service.createFolder(parent, name), signal),
    move: (target, signal) => ask(() => service.move(target.id, target.parentId, target.name, target.ifMatch), signal),
    trash: (target, signal) =>
      ask(() => {
        options.onTrash(target.id);
        return service.trash(target.id, target.ifMatch);
      }, signal),
    // Nothing is shared, locked or left out in this world.
    setSyncState: (_folder, _state, signal) => ask(() => ({ ok: false, reason: 'gone' }), signal),
    leave: (_target, signal) => ask(() => ({ ok: false, reason: 'gone' }), signal),
    lockOf: (_file, signal) => ask(() => null, signal),
    ...sessionCalls(options, ask),
    ...historyCalls(options, ask),
    async download(file, offset, version, signal) {
      const bytes = await ask(() => {
        const item = service.live(file);
        const found = version === null ? item?.versions.at(-1) : item?.versions.find((other) => other.id === version);
        if (found === undefined) throw new RemoteError('not_found', 'the file is not there');
        return found.bytes;
      }, signal);
      const isBad = chance.happens(options.faults().download);
      if (isBad) options.onTrouble('download spoiled');
      return { content: { sizeBytes: bytes.length }, stream: chunks(bytes, offset, isBad, options, signal) };
    },
  };
}

const positionAt = (count: number): StreamPosition => streamPosition(String(count));

function eventsBetween(
  { service, chance, faults, onTrouble }: ServicePortOptions,
  from: number,
  to: number,
): readonly RemoteChange[] {
  if (from === to) return [];
  const isRepeated = chance.happens(faults().events);
  const first = isRepeated ? Math.max(0, from - 1 - chance.below(5)) : from;
  const changes = service.events.slice(first, to).map((event, index) => ({ ...event, eventId: String(first + index) }));
  if (isRepeated) onTrouble('events repeated');
  if (chance.happens(faults().events)) {
    onTrouble('events in another order');
    changes.sort((a, b) => spread(a.eventId) - spread(b.eventId));
  }
  return changes;
}

const spread = (id: string): number => Math.imul(Number(id) + 1, 0x9e3779b1) >>> 0;

function untilNewer(service: VirtualService, seam: Seam, position: number, signal: AbortSignal): Promise<void> {
  if (service.events.length !== position) return Promise.resolve();
  return new Promise<void>((resolve) => {
    const end = (): void => {
      service.listeners.delete(end);
      signal.removeEventListener('abort', end);
      stop();
      resolve();
    };
    const stop = seam.time.at(LONG_POLL_MS, end);
    service.listeners.add(end);
    signal.addEventListener('abort', end);
  }).then(() => seam.cross());
}

/** The bytes in pieces; a bad stream breaks off in the middle, or its last byte is another one. */
async function* chunks(
  bytes: Uint8Array,
  offset: number,
  isBad: boolean,
  { seam, chance }: ServicePortOptions,
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  const breaksOff = isBad && chance.happens(0.5);
  for (let at = offset; at < bytes.length; at += 16) {
    await seam.cross();
    signal?.throwIfAborted();
    if (breaksOff && at > offset) throw new RemoteError('offline', 'the connection broke off');
    const part = Uint8Array.from(bytes.subarray(at, at + 16));
    const last = part.length - 1;
    if (isBad && !breaksOff && at + 16 >= bytes.length) part[last] = (part[last] ?? 0) ^ 1;
    yield part;
  }
}

function failure({ chance, onTrouble }: ServicePortOptions): RemoteError {
  const code = chance.pick(['offline', 'unavailable', 'rate_limited', 'unavailable'] as const);
  onTrouble(code);
  return new RemoteError(code, `the service did not answer: ${code}`, {
    retryAfterMs: code === 'rate_limited' ? 1000 + chance.below(3000) : null,
  });
}
