import type { Destination } from '../../../../main/engine/model/transfer/transfer-records.ts';
import type { PartBytes, Remote } from '../../../../main/engine/ports/remote/remote.ts';
import type { Violation } from '../../invariants.ts';

/** Tracks upload parts across crashes (I10). */
export type Sendings = {
  watch(remote: Remote): Remote;
  /** The device has lost its state. */
  forget(): void;
  check(device: string): readonly Violation[];
};

type Sending = {
  readonly about: string;
  readonly parts: Map<number, string>;
  /** Offsets that were acknowledged to the device. */
  readonly stored: Set<number>;
  /** The session cannot continue: committed, abandoned or lost. */
  isOver: boolean;
  /** Acknowledged parts sent again within one process lifetime. */
  again: number;
};

/** Parts per file whose arrival may be unknown after a crash. */
const MOST_AGAIN = 1;

/** @param startsOver true while the device may have to begin an upload again: its state is from another time, or a name is left out. */
export function openSendings(startsOver: () => boolean): Sendings {
  const sendings = new Map<string, Sending>();
  const superseded: { readonly before: Sending; readonly after: Sending }[] = [];
  const begin = (id: string, destination: Destination, sizeBytes: number): void => {
    const about = `${JSON.stringify(destination)} ${sizeBytes}`;
    const after: Sending = { about, parts: new Map(), stored: new Set(), isOver: false, again: 0 };
    for (const before of sendings.values())
      if (before.about === about && !before.isOver && !startsOver()) superseded.push({ before, after });
    sendings.set(id, after);
  };
  const end = (id: string): void => {
    const sending = sendings.get(id);
    if (sending !== undefined) sending.isOver = true;
  };
  return {
    watch: (remote) => ({
      ...remote,
      async createSession(destination, sizeBytes, signal) {
        const created = await remote.createSession(destination, sizeBytes, signal);
        if (created.ok) begin(created.session.id, destination, sizeBytes);
        return created;
      },
      async session(id, signal) {
        const found = await remote.session(id, signal);
        if (found === null) end(id);
        return found;
      },
      async parts(id, signal) {
        const found = await remote.parts(id, signal);
        if (found === null) end(id);
        for (const { offset } of found ?? []) sendings.get(id)?.stored.add(offset);
        return found;
      },
      async uploadPart(id, part: PartBytes, signal) {
        const sending = sendings.get(id);
        if (sending?.stored.has(part.offset)) sending.again += 1;
        sending?.parts.set(part.offset, part.sha1);
        const answer = await remote.uploadPart(id, part, signal);
        if (answer.ok || answer.reason === 'stored') sending?.stored.add(part.offset);
        else end(id);
        return answer;
      },
      async commit(id, commit, signal) {
        const answer = await remote.commit(id, commit, signal);
        if (answer.ok || answer.reason !== 'assembling') end(id);
        return answer;
      },
      abort: (id, signal) => {
        end(id);
        return remote.abort(id, signal);
      },
    }),
    forget: () => {
      sendings.clear();
      superseded.length = 0;
    },
    check: (device) => [
      ...[...sendings.values()]
        .filter(({ again }) => again > MOST_AGAIN)
        .map(({ about, again }) => tooMany(device, about, again)),
      ...superseded.flatMap(({ before, after }) => {
        const again = [...before.stored].filter((offset) => isSame(before, after, offset)).length;
        return isSame(before, after, 0) && again > MOST_AGAIN ? [tooMany(device, after.about, again)] : [];
      }),
    ],
  };
}

const isSame = (a: Sending, b: Sending, offset: number): boolean =>
  a.parts.has(offset) && a.parts.get(offset) === b.parts.get(offset);

const tooMany = (device: string, about: string, again: number): Violation => ({
  rule: 'I10',
  what: `${device} sent ${again} parts again that it knew to be there: ${about}`,
});
