import { beforeEach, expect, test } from 'vitest';
import { notifier } from '../../../../../main/shell/notices/notifications.ts';
import { shellTexts } from '../../../../../main/shell/texts/shell-texts.ts';
import { commentsPlace } from '../../../../../preload/ipc/shapes/desktop.ts';
import {
  type ElectronDouble,
  electronDouble,
  NotificationDouble,
} from '../../../../support/desktop/electron-double.ts';

/** Notifications of before a restart, which the system still shows. */
let electron: ElectronDouble;
let happened: string[];

beforeEach(() => {
  electron = electronDouble();
  happened = [];
});

const open = (platform: NodeJS.Platform) =>
  notifier({
    Notification: electron.module.Notification,
    platform,
    shown: { markShown: async () => true },
    isWanted: async () => true,
    iconFile: '/icon.png',
    actions: {
      show: (place) => void happened.push(place),
      answerInvitation: async (answer, id) => {
        happened.push(`${answer} ${id}`);
        return null;
      },
    },
    warn: (message) => void happened.push(message),
    texts: shellTexts([]),
  });
const invitation = { id: '31', from: 'Carol', fromId: '9', item: 'Launch plan', role: 'editor', createdAtMs: null };
const notice = { id: 'e1', kind: 'invitation' as const, title: 'Carol invites you', body: '', invitation };

test('Windows: one of before the restart leads where it did, and its buttons answer', async () => {
  await open('win32').takeEarlier();
  const activate = electron.system.activate;
  activate?.({ type: 'click', arguments: 'type=click&tag=invitation 31' });
  activate?.({ type: 'click', arguments: 'type=click&tag=attention' });
  activate?.({ type: 'action', actionIndex: 0, arguments: 'type=action&action=0&tag=invitation 31' });
  activate?.({ type: 'action', actionIndex: 1, arguments: 'type=action&action=1&tag=invitation+31' });
  activate?.({ type: 'action', actionIndex: 0, arguments: 'type=action&action=0&tag=attention' });
  activate?.({ type: 'click', arguments: 'something else' });
  expect(happened).toEqual(['/sharing', '/attention', 'accept 31', 'decline 31', '/']);
});

test('Windows: one that is still held is answered once, by its own event', async () => {
  const notify = open('win32');
  await notify.takeEarlier();
  await notify.tell({ ...notice, invitation });
  const [shown] = electron.notifications;
  expect(shown?.options.id).toBe('invitation 31');
  electron.system.activate?.({ type: 'action', actionIndex: 0, arguments: 'type=action&action=0&tag=invitation 31' });
  shown?.emit('action', { actionIndex: 0 });
  expect(happened).toEqual(['accept 31']);
});

test('macOS: what the notification centre still shows is followed again', async () => {
  const earlier = new NotificationDouble({ id: 'invitation 31' });
  electron.system.shownBefore.push(earlier);
  await open('darwin').takeEarlier();
  earlier.emit('action', { actionIndex: 1 });
  earlier.emit('click');
  expect(happened).toEqual(['decline 31', '/sharing']);
});

test('Linux, which keeps nothing of the kind, is asked nothing', async () => {
  await open('linux').takeEarlier();
  expect(electron.system.activate).toBeNull();
});

test.each(['77', '20753491274931123456'])(
  'a mention in file %s leads to it, also on Windows after a restart; a newer one replaces it',
  async (file) => {
    const place = commentsPlace(file);
    const mention = { ...notice, id: 'mention comment 5', kind: 'mention' as const, invitation: null, place };
    const notify = open('linux');
    await notify.tell(mention);
    await notify.tell({ ...mention, id: 'mention comment 6' });
    const ids = electron.notifications.map(({ options }) => options.id ?? '');
    expect(new Set(ids).size).toBe(1);
    electron.notifications[0]?.emit('click');
    await open('win32').takeEarlier();
    electron.system.activate?.({ type: 'click', arguments: `type=click&tag=${ids[0]}` });
    electron.system.activate?.({ type: 'click', arguments: 'type=click&tag=mention' });
    expect(happened).toEqual([place, place, '/files']);
  },
);

test('a notification that the system refuses ends nothing: it is warned of', async () => {
  const notify = open('win32');
  await notify.tell({ ...notice, invitation: { ...invitation, id: '9'.repeat(60) } });
  expect(happened).toEqual(['a notification was not shown']);
});
