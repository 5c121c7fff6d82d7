import type { Changed, Destination, Remote } from '../../../main/engine/ports/remote.ts';
import type { Ask, ServicePortOptions } from './service-faults.ts';
import { digestOf, type Session, type VirtualService } from './virtual-service.ts';

type SessionCalls = Pick<Remote, 'upload' | 'createSession' | 'session' | 'parts' | 'uploadPart' | 'commit' | 'abort'>;

/** Uploads, small and in parts. */
export function sessionCalls(options: ServicePortOptions, ask: Ask): SessionCalls {
  const { service, chance, partSizeBytes } = options;
  // Sessions belong to the service, not to the device that opened them.
  const { sessions } = service;
  return {
    upload: (destination, file, signal) =>
      ask(() => {
        if (digestOf(file.bytes) !== file.sha1) return mismatch;
        return write(options, destination, Uint8Array.from(file.bytes), file.contentModifiedAtMs);
      }, signal),
    createSession: (destination, sizeBytes, signal) =>
      ask(() => {
        const refused = refusalOf(service, destination);
        if (refused !== null) return refused;
        const id = `session-${sessions.size + 1}`;
        const totalParts = Math.ceil(sizeBytes / partSizeBytes);
        sessions.set(id, {
          id,
          partSizeBytes,
          totalParts,
          destination,
          sizeBytes,
          parts: new Map(),
          result: null,
          isAssembling: false,
        });
        return { ok: true, session: { id, partSizeBytes, totalParts } };
      }, signal),
    session: (id, signal) =>
      ask(() => {
        const found = sessions.get(id);
        if (found === undefined || found.result !== null) return null;
        return { id, partSizeBytes: found.partSizeBytes, totalParts: found.totalParts };
      }, signal),
    parts: (id, signal) =>
      ask(
        () => [...(sessions.get(id)?.parts.values() ?? [])].map(({ part }) => part).sort((a, b) => a.offset - b.offset),
        signal,
      ),
    uploadPart: (id, { bytes, offset, sha1 }, signal) =>
      ask(() => {
        const found = sessions.get(id);
        if (found === undefined || found.result !== null) return { ok: false, reason: 'session_gone' };
        const stored = found.parts.get(offset);
        if (stored !== undefined) return { ok: false, reason: 'stored', part: stored.part };
        const part = { partId: `${id}-${offset}`, offset, sizeBytes: bytes.length, sha1 };
        found.parts.set(offset, { part, bytes: Uint8Array.from(bytes) });
        return { ok: true, part };
      }, signal),
    commit: (id, commit, signal) =>
      ask(() => {
        const found = sessions.get(id);
        if (found === undefined) return { ok: false, reason: 'session_gone' };
        if (found.result !== null) return found.result;
        const whole = assemble(found);
        if (whole === null || commit.parts.length !== found.totalParts) return { ok: false, reason: 'parts_mismatch' };
        if (!found.isAssembling && options.faults().after > 0 && chance.happens(0.3)) {
          found.isAssembling = true;
          options.onTrouble('assembling');
          return { ok: false, reason: 'assembling', retryAfterMs: 1000 };
        }
        if (digestOf(whole) !== commit.sha1) return mismatch;
        const { destination } = found;
        const into = destination.kind === 'new' ? destination : { ...destination, ifMatch: commit.ifMatch };
        const answer = write(options, into, whole, commit.contentModifiedAtMs);
        if (answer.ok) found.result = answer;
        return answer;
      }, signal),
    abort: (id, signal) => ask(() => void sessions.delete(id), signal),
  };
}

const mismatch = {
  ok: false,
  reason: 'refused',
  code: 'digest_mismatch',
  message: 'The bytes are not as announced.',
} as const;

/** As a device writes: what it replaces is told, because it must have known that. */
function write(
  { service, onReplace }: ServicePortOptions,
  into: Destination,
  bytes: Uint8Array,
  atMs: number | null,
): Changed {
  const before = into.kind === 'version' ? service.live(into.itemId)?.versions.at(-1) : undefined;
  const answer = service.write(into, bytes, atMs);
  if (answer.ok && before !== undefined) onReplace(answer.entry.id, before.content);
  return answer;
}

function refusalOf(service: VirtualService, destination: Destination) {
  if (destination.kind === 'new') return service.refusal(destination.parentId, destination.name, null);
  return service.live(destination.itemId) === null ? ({ ok: false, reason: 'gone' } as const) : null;
}

function assemble({ parts, sizeBytes }: Session): Uint8Array | null {
  const whole = new Uint8Array(sizeBytes);
  let filled = 0;
  for (const { part, bytes } of parts.values()) {
    whole.set(bytes, part.offset);
    filled += bytes.length;
  }
  return filled === sizeBytes ? whole : null;
}
