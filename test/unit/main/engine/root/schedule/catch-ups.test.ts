import { expect, test } from 'vitest';
import { createCatchUps } from '../../../../../../main/engine/root/schedule/catch-ups.ts';

/** The state of the promise once all pending callbacks have run. */
async function stateOf(promise: Promise<void>): Promise<string> {
  const pending = new Promise<string>((resolve) => setImmediate(() => resolve('waits')));
  const ended = promise.then(
    () => 'done',
    (error: Error) => error.message,
  );
  return Promise.race([ended, pending]);
}

test('[P85] only a catching up that began after the question, and ended well, answers it', async () => {
  let asked = 0;
  const catchUps = createCatchUps(() => {
    asked += 1;
  });
  const { signal } = new AbortController();
  const underWay = catchUps.begin();
  const waiting = catchUps.next(signal);
  expect(asked).toBe(1);
  underWay();
  expect(await stateOf(waiting)).toBe('waits');
  catchUps.begin();
  expect(await stateOf(waiting)).toBe('waits');
  catchUps.begin()();
  expect(await stateOf(waiting)).toBe('done');
});

test('[P85] an aborted wait rejects at once, and no other one does', async () => {
  const catchUps = createCatchUps(() => undefined);
  const leaves = new AbortController();
  const [first, second] = [catchUps.next(leaves.signal), catchUps.next(new AbortController().signal)];
  leaves.abort(new Error('enough'));
  expect(await stateOf(first)).toBe('enough');
  expect(await stateOf(second)).toBe('waits');
  catchUps.begin()();
  expect(await stateOf(second)).toBe('done');
  await expect(catchUps.next(leaves.signal)).rejects.toThrow('enough');
});
