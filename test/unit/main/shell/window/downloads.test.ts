import { EventEmitter } from 'node:events';
import type { Session } from 'electron';
import { expect, test, vi } from 'vitest';
import { watchDownloads } from '../../../../../main/shell/window/downloads.ts';

function started() {
  const session = new EventEmitter();
  const broken: string[] = [];
  watchDownloads(session as unknown as Session, (name) => broken.push(name));
  const item = Object.assign(new EventEmitter(), { getFilename: () => 'plan.pdf', cancel: vi.fn<() => void>() });
  session.emit('will-download', {}, item);
  item.emit('updated', {}, 'progressing');
  return { item, broken };
}

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
