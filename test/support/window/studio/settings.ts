import type { Bandwidth } from '../../../../preload/ipc/shapes/bandwidth.ts';
import type { Settings } from '../../../../preload/ipc/shapes/settings.ts';
import { firstChoices } from '../../../../preload/ipc/shapes/window-choices.ts';
import type { Answers, FakeBridge } from '../fake-bridge.ts';
import { idle } from './home.ts';

const gigabytes = 1_000_000_000;

/** How much of each synced folder is on this computer: of the second one, not its two largest folders. */
const amounts: Readonly<Record<number, readonly [all: number, here: number]>> = {
  1: [12.4, 12.4],
  2: [27, 9.6],
  3: [1.8, 1.8],
};

const workHours = {
  weekdays: [1, 2, 3, 4, 5],
  fromMinute: 9 * 60,
  toMinute: 17 * 60,
  bytesPerSecond: 5_000_000,
};

/** The settings of a computer with three synced folders, which is slowed down at work. */
export const settings: Answers = {
  ...idle,
  'selection.tree': ({ rootId }) => {
    const [all, here] = amounts[rootId] ?? [0, 0];
    return {
      rootId,
      folderId: '0',
      path: '',
      files: all * 1_000,
      bytes: all * gigabytes,
      chosenFiles: here * 1_000,
      chosenBytes: here * gigabytes,
      isListed: true,
      folders: [],
    };
  },
  'bandwidth.get': () => ({
    up: { bytesPerSecond: null, hours: [workHours] },
    down: { bytesPerSecond: 20_000_000, hours: [workHours] },
  }),
  'ignore.get': () => ({ lines: [] }),
  'guard.get': () => ({ items: 50, share: 0.25 }),
  'held.list': () => [],
  'trash.local.policy': () => ({ keepDays: 30, keepBytes: null }),
};

export const firstSettings: Settings = {
  notifications: { invitation: true, mention: true, attention: true, drop_finished: true, signed_out: true },
  startAtLogin: true,
  proxy: null,
  language: 'en',
  ...firstChoices,
};

/** Settings that remember what is set, as the engine's do. */
export async function openSettings(bridge: FakeBridge, at = '#/settings'): Promise<void> {
  let bandwidth: Bandwidth = { up: { bytesPerSecond: null, hours: [] }, down: { bytesPerSecond: null, hours: [] } };
  let current = firstSettings;
  bridge.answer({
    'bandwidth.get': () => bandwidth,
    'bandwidth.set': (next) => {
      bandwidth = next;
      return bandwidth;
    },
    'settings.get': () => current,
    'settings.set': ({ proxy = current.proxy, notifications }) => {
      current = { ...current, proxy, notifications: { ...current.notifications, ...notifications } };
      return current;
    },
    'ignore.get': () => ({ lines: [] }),
    'guard.get': () => ({ items: 50, share: 0.25 }),
    'held.list': () => [],
    'trash.local.policy': () => ({ keepDays: 30, keepBytes: null }),
    'trash.local.setPolicy': () => ({ swept: 2 }),
  });
  await bridge.open(at);
}
