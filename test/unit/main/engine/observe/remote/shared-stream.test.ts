import { expect, test } from 'vitest';
import { itemId, streamPosition } from '../../../../../../main/engine/model/ids.ts';
import { shareStream } from '../../../../../../main/engine/observe/remote/shared-stream.ts';
import type { ChangesPage, Remote, RemoteChange } from '../../../../../../main/engine/ports/remote/remote.ts';
import { createVirtualTime } from '../../../../../support/engine/virtual-time.ts';

/** Questions that wait for an answer, which the test gives. */
function openQuestions() {
  const asked: {
    what: string;
    answer: (page?: ChangesPage) => void;
    refuse: (error: Error) => void;
    signal?: AbortSignal;
  }[] = [];
  const ask = (what: string, signal?: AbortSignal) =>
    new Promise<never>((resolve, reject) => {
      asked.push({ what, answer: (page) => resolve(page as never), refuse: reject, ...(signal && { signal }) });
    });
  const remote = {
    changes: (position: string, signal?: AbortSignal) => ask(`changes ${position}`, signal),
    waitForChange: (position: string, signal?: AbortSignal) => ask(`wait ${position}`, signal),
  };
  // Nothing else of the port is asked for here.
  return { asked, remote: remote as unknown as Remote };
}

const at = (number: number) => streamPosition(String(number));
const never = new AbortController().signal;
const change: RemoteChange = { kind: 'removed', contents: false, entry: { id: itemId('1') } as never };
const page = (position: number, changes: readonly RemoteChange[]): ChangesPage => ({
  ok: true,
  changes,
  position: at(position),
  invitations: false,
});

test('[P61] one question waits for all roots that stand at one position', async () => {
  const { asked, remote } = openQuestions();
  const shared = shareStream(remote, createVirtualTime().clock);
  const waits = Array.from({ length: 20 }, () => shared.waitForChange(at(7), never));
  expect(asked.map(({ what }) => what)).toEqual(['wait 7']);
  asked[0]?.answer();
  await Promise.all(waits);
  void shared.waitForChange(at(8), never);
  expect(asked.map(({ what }) => what)).toEqual(['wait 7', 'wait 8']);
});

test('[P61] a root that stands before the question asks one of its own: nothing is passed over', async () => {
  const { asked, remote } = openQuestions();
  const shared = shareStream(remote, createVirtualTime().clock);
  void shared.waitForChange(at(7), never);
  void shared.waitForChange(at(5), never);
  void shared.waitForChange(at(9), never);
  expect(asked.map(({ what }) => what)).toEqual(['wait 7', 'wait 5']);
});

test('[P61] who leaves does not take the question from the others; when all have left it is cancelled', async () => {
  const { asked, remote } = openQuestions();
  const shared = shareStream(remote, createVirtualTime().clock);
  const [one, other] = [new AbortController(), new AbortController()];
  const waits = [shared.waitForChange(at(7), one.signal), shared.waitForChange(at(7), other.signal)];
  const ends = Promise.allSettled(waits);
  one.abort();
  expect(asked[0]?.signal?.aborted).toBe(false);
  other.abort();
  expect(asked[0]?.signal?.aborted).toBe(true);
  asked[0]?.refuse(new Error('cancelled'));
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  void shared.waitForChange(at(7), never);
  expect(asked).toHaveLength(2);
});

test('[P61] a page serves every root once it was read; an empty one says nothing about the next moment', async () => {
  const { asked, remote } = openQuestions();
  const shared = shareStream(remote, createVirtualTime().clock);
  const first = shared.changes(at(1));
  asked[0]?.answer(page(2, [change]));
  expect(await first).toMatchObject({ position: '2' });
  expect(await shared.changes(at(1))).toMatchObject({ position: '2' });
  expect(asked).toHaveLength(1);
  const both = [shared.changes(at(2)), shared.changes(at(2))];
  expect(asked).toHaveLength(2);
  asked[1]?.answer(page(2, []));
  await Promise.all(both);
  void shared.changes(at(2));
  expect(asked).toHaveLength(3);
});

test('[P61] a refusal reaches all who asked and is not kept', async () => {
  const { asked, remote } = openQuestions();
  const shared = shareStream(remote, createVirtualTime().clock);
  const ends = Promise.allSettled([shared.changes(at(1), never), shared.changes(at(1))]);
  asked[0]?.refuse(new Error('offline'));
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  void shared.changes(at(1));
  expect(asked).toHaveLength(2);
});
