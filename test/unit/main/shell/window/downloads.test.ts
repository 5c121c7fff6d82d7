import { EventEmitter } from 'node:events';
import type { Session } from 'electron';
import { expect, test, vi } from 'vitest';
import { type Progress, watchDownloads } from '../../../../../main/shell/window/downloads.ts';

function watched() {
  const session = new EventEmitter();
  const broken: string[] = [];
  const shown: Progress[] = [];
  watchDownloads(session as unknown as Session, {
    reportBroken: (name) => broken.push(name),
    showProgress: (progress) => shown.push(progress),
  });
  const start = (totalBytes: number) => {
    let receivedBytes = 0;
    const item = Object.assign(new EventEmitter(), {
      getFilename: () => 'plan.pdf',
      getTotalBytes: () => totalBytes,
      getReceivedBytes: () => receivedBytes,
      cancel: vi.fn<() => void>(),
    });
    session.emit('will-download', {}, item);
    const receive = (bytes: number): void => {
      receivedBytes += bytes;
      item.emit('updated', {}, 'progressing');
    };
    return { item, receive };
  };
  return { start, broken, shown };
}

function started() {
  const { start, broken } = watched();
  const { item, receive } = start(1_000);
  receive(1);
  return { item, broken };
}

test('the progress is that of all running downloads together, and ends with the last of them', () => {
  const { start, shown } = watched();
  const [small, large] = [start(100), start(300)];
  small.receive(100);
  large.receive(100);
  small.item.emit('done', {}, 'completed');
  large.item.emit('done', {}, 'completed');
  expect(shown).toEqual([0.25, 0.5, 1 / 3, null]);
});

test('the progress of a download whose size is not known is unknown', () => {
  const { start, shown } = watched();
  const { item, receive } = start(0);
  receive(10);
  item.emit('done', {}, 'cancelled');
  expect(shown).toEqual(['unknown', null]);
});

test.each([
  // It could be resumed, by no one.
  ['updated', 1],
  ['done', 0],
])('a download that breaks off (%s) is reported, and not kept open', (event, cancelled) => {
  const { item, broken } = started();
  item.emit(event, {}, 'interrupted');
  item.emit('done', {}, 'cancelled');
  expect(broken).toEqual(['plan.pdf']);
  expect(item.cancel).toHaveBeenCalledTimes(cancelled);
});

test.each(['completed', 'cancelled'])('a download that is %s is no news', (state) => {
  const { item, broken } = started();
  item.emit('done', {}, state);
  expect(broken).toEqual([]);
});
