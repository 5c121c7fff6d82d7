import { expect, test } from 'vitest';
import { localId } from '../../../../../../main/engine/model/ids.ts';
import { FileSystemError } from '../../../../../../main/engine/ports/file-system.ts';
import { createFolderSight } from '../../../../../../main/engine/root/state/folder-sight.ts';
import { createServiceSight } from '../../../../../../main/engine/root/state/service-sight.ts';

const TROUBLE = new FileSystemError('io', '/root', 'The disk reported an error.');

/** A folder that was scanned as a whole at time 0; the next full scan is due at 60,000. */
function scanned() {
  const turns: string[] = [];
  const folder = createFolderSight(() => turns.push(folder.isPresent ? 'back' : 'lost'));
  folder.noteLook('present', null, 0);
  folder.noteWhole(60_000);
  return { folder, turns };
}

test('[E73] a full scan that fails leaves nothing scanned, so nothing is planned on it; a part that fails leaves the rest', () => {
  const { folder } = scanned();
  expect(folder.noteUnreadable(1_000, false, TROUBLE)).toBe(6_000);
  expect([folder.isScanned, folder.retryAtMs, folder.scanAtMs]).toEqual([true, 6_000, 60_000]);
  folder.noteUnreadable(59_000, true, TROUBLE);
  expect([folder.isScanned, folder.retryAtMs, folder.scanAtMs]).toEqual([false, 64_000, 64_000]);
});

test('[E119] a missing item is not settled before an unreadable folder could be read again', () => {
  const { folder } = scanned();
  folder.noteLook('present', 1_500, 1_000);
  folder.noteUnreadable(1_000, false, TROUBLE);
  expect(folder.settleAtMs).toBe(6_000);
});

test('[E67] a folder that is lost or back is watched anew, and a scan of a lost one is none', () => {
  const { folder, turns } = scanned();
  folder.noteLook('missing', null, 1_000);
  folder.noteLook('emptied', null, 2_000);
  folder.noteWhole(90_000);
  expect([folder.isLost, folder.isScanned, folder.retryAtMs, turns]).toEqual([true, false, 7_000, ['lost']]);
  folder.noteLook('present', null, 8_000);
  expect([folder.isLost, folder.retryAtMs, turns]).toEqual([false, null, ['lost', 'back']]);
});

test('[P87] [E73] a folder in it that can be listed again is watched anew', () => {
  const { folder, turns } = scanned();
  const error = new FileSystemError('denied', '/root/a', 'denied');
  const [one, other] = [localId(2), localId(3)];
  folder.noteUnlisted(new Map([[one, error]]), new Map());
  folder.noteUnlisted(new Map([one, other].map((id) => [id, error])), new Map());
  expect([[...folder.unlisted.keys()], turns]).toEqual([[one, other], []]);
  folder.noteUnlisted(new Map([[other, error]]), new Map());
  expect([[...folder.unlisted.keys()], turns]).toEqual([[other], []]);
  folder.renewWatch();
  expect(turns).toEqual(['back']);
});

test('[P60] a marker that could not be read asks for a full scan after a while', () => {
  const { folder } = scanned();
  folder.doubt(1_000);
  expect([folder.isScanned, folder.retryAtMs]).toEqual([false, 6_000]);
});

test('a clock that was set back ends all waits', () => {
  const { folder } = scanned();
  folder.noteLook('present', 1_500, 1_000);
  folder.noteUnreadable(1_000, false, TROUBLE);
  folder.endWaits();
  expect([folder.scanAtMs, folder.settleAtMs, folder.retryAtMs]).toEqual([0, 0, 0]);
  const service = createServiceSight();
  service.endWaits();
  expect(service.retryAtMs).toBeNull();
  service.caughtUp('gone', 1_000);
  service.endWaits();
  expect(service.retryAtMs).toBe(0);
});

test('a folder that is gone from the service is asked for again after half a minute, and nothing is planned', () => {
  const service = createServiceSight();
  service.caughtUp('there', 1_000);
  expect([service.isCaughtUp, service.retryAtMs]).toEqual([true, null]);
  service.caughtUp('gone', 1_000);
  expect([service.isCaughtUp, service.retryAtMs]).toEqual([false, 31_000]);
});

test('news that comes during a catch-up asks for another one, and an echo is waited for once', () => {
  const service = createServiceSight();
  service.begin();
  expect(service.hasNews).toBe(false);
  service.ask();
  service.caughtUp('there', 0);
  expect(service.hasNews).toBe(true);
  service.begin();
  expect(service.takeEchoes()).toBe(false);
  service.expectEcho();
  expect([service.takeEchoes(), service.hasNews, service.takeEchoes()]).toEqual([true, true, false]);
});
