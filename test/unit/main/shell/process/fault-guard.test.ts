import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { type FaultGuardParts, guardFaults } from '../../../../../main/shell/process/fault-guard.ts';
import { electronDouble } from '../../../../support/desktop/electron-double.ts';

function running(args: readonly string[] = ['/opt/tandem'], part: Partial<FaultGuardParts> = {}) {
  const { app, module } = electronDouble();
  const faults = new EventEmitter();
  const happened: string[] = [];
  const restarts: (readonly string[])[] = [];
  const guard = guardFaults({
    app: module.app,
    faults,
    args,
    restart: (next) => void restarts.push(next),
    stop: async () => void happened.push('stopped'),
    stopLimitMs: 5_000,
    isEnding: () => false,
    isHidden: () => args.includes('--at-login'),
    warn: (message) => happened.push(message),
    ...part,
  });
  return { app, faults, happened, guard, restarts };
}

test.each(['uncaughtException', 'unhandledRejection'])(
  'after an %s the engine ends, and the application starts again',
  async (fault) => {
    const { app, faults, happened, restarts } = running(['/opt/tandem', '--at-login', 'tandem://activity']);
    faults.emit(fault, new TypeError('x is not a function'));
    faults.emit(fault, new TypeError('and again'));
    await vi.waitFor(() => expect(app.exitCode).toBe(1));
    expect(restarts).toEqual([['--at-login', '--after-fault=1']]);
    expect(happened).toEqual(['uncaught error', 'stopped', 'uncaught error']);
  },
);

test.each([
  [true, ['/opt/tandem', '--at-login', '/home/ann/a.txt', 'file:///home/ann/b.txt', 'c.txt'], ['--at-login']],
  [false, ['electron', '/home/ann/app', '/home/ann/a.txt', '--welcome'], ['/home/ann/app', '--welcome']],
  [false, ['electron', '--welcome', 'app', 'app'], ['--welcome', 'app']],
])('files that it was started with are not uploaded again (packaged: %s)', async (isPackaged, args, kept) => {
  const { module } = electronDouble();
  const { faults, restarts } = running(args, { app: Object.assign(module.app, { isPackaged }) });
  faults.emit('uncaughtException', new Error('bug'));
  await vi.waitFor(() => expect(restarts).toEqual([[...kept, '--after-fault=1']]));
});

test('an engine that hangs does not keep it from starting again', async () => {
  const { faults, restarts } = running(undefined, { stop: () => new Promise(() => undefined), stopLimitMs: 5 });
  faults.emit('uncaughtException', new Error('bug'));
  await vi.waitFor(() => expect(restarts).toHaveLength(1));
});

test('each fault in a row makes the next start rest longer, within a limit', async () => {
  expect(running().guard).toEqual({ faultsBefore: 0, restMs: 0 });
  for (const count of ['nonsense', '-3', '1.5']) {
    expect(running(['/opt/tandem', `--after-fault=${count}`]).guard).toEqual({ faultsBefore: 0, restMs: 0 });
  }
  expect([1, 2, 3, 40].map((count) => running(['/opt/tandem', `--after-fault=${count}`]).guard.restMs)).toEqual([
    0, 2_000, 4_000, 300_000,
  ]);
  const { faults, restarts } = running(['/opt/tandem', '--after-fault=3']);
  faults.emit('uncaughtException', new Error('bug'));
  await vi.waitFor(() => expect(restarts).toEqual([['--after-fault=4']]));
});

test('a process that began long after the computer counts from its own start', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(60 * 60_000);
  const { faults, restarts } = running(['/opt/tandem', '--after-fault=3']);
  now.mockReturnValue(60 * 60_000 + 1_000);
  faults.emit('uncaughtException', new Error('bug'));
  await vi.waitFor(() => expect(restarts).toEqual([['--after-fault=4']]));
});

test('a fault after a long good run counts as the first', async () => {
  const { faults, restarts } = running(['/opt/tandem', '--after-fault=3']);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 11 * 60_000);
  faults.emit('uncaughtException', new Error('bug'));
  await vi.waitFor(() => expect(restarts).toEqual([['--after-fault=1']]));
});

test.each([
  [true, ['/opt/tandem'], ['--at-login', '--after-fault=1']],
  [false, ['/opt/tandem', '--at-login'], ['--after-fault=1']],
])('it comes back with or without its window, as it was (hidden: %s)', async (isHidden, args, expected) => {
  const { faults, restarts } = running(args, { isHidden: () => isHidden });
  faults.emit('uncaughtException', new Error('bug'));
  await vi.waitFor(() => expect(restarts).toEqual([expected]));
});
