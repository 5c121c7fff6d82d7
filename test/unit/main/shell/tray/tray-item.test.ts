import { expect, test } from 'vitest';
import type { RunProgram } from '../../../../../main/shell/tray/tray-host.ts';
import { isTrayItemShown } from '../../../../../main/shell/tray/tray-item.ts';

const ours = 'org.freedesktop.StatusNotifierItem-700-1';

/** A session bus as `gdbus` shows it: what the panel lists, who owns which name, and which objects answer. */
function sessionBus({ listed, readable }: { listed: readonly string[] | null; readable: readonly string[] }) {
  const owners: Record<string, string> = { [ours]: ':1.70', ':1.70': ':1.70', ':1.44': ':1.44' };
  const processes: Record<string, number> = { ':1.70': 700, ':1.44': 440 };
  const waits: number[] = [];
  const asked: string[] = [];
  const run: RunProgram = async (program, args) => {
    asked.push([program, ...args].join(' '));
    expect(program).toBe('gdbus');
    const [, , , , , service = '', , object, , method, first = ''] = args;
    const owner = owners[first] ?? '';
    if (method?.endsWith('GetConnectionUnixProcessID') && owner !== '') return `(uint32 ${processes[owner]},)\n`;
    if (method?.endsWith('GetNameOwner') && owner !== '') return `('${owner}',)\n`;
    if (args.at(-1) === 'RegisteredStatusNotifierItems' && listed !== null) {
      return `(<[${listed.map((name) => `'${name}'`).join(', ')}]>,)\n`;
    }
    if (args.at(-1) === 'Id' && readable.includes(`${service}${object}`)) return "(<'tandem'>,)\n";
    throw new Error(`GDBus.Error: ${args.join(' ')}`);
  };
  return { run, asked, waits, wait: async (ms: number) => void waits.push(ms) };
}

test.each([
  [ours, ':1.70/StatusNotifierItem'],
  [`${ours}/StatusNotifierItem`, ':1.70/StatusNotifierItem'],
  [':1.70@/org/chromium/StatusNotifierItem/1', ':1.70/org/chromium/StatusNotifierItem/1'],
])('an item listed as %s that answers by its unique name is shown', async (name, place) => {
  const { waits, ...bus } = sessionBus({ listed: [':1.44/other', name], readable: [place] });
  expect([await isTrayItemShown({ pid: 700, ...bus }), waits]).toEqual([true, []]);
});

test.each([
  ['that the panel refused', [':1.44/other'], [':1.44/other']],
  ['that answers by its well-known name only', [ours], [`${ours}/StatusNotifierItem`]],
  ['that is an empty object', [`${ours}/StatusNotifierItem/1/StatusNotifierItem`], [':1.70/StatusNotifierItem']],
])('an item %s is not shown, which five looks find out', async (_what, listed, readable) => {
  const { waits, ...bus } = sessionBus({ listed, readable });
  expect([await isTrayItemShown({ pid: 700, ...bus }), waits]).toEqual([false, [1_000, 1_000, 1_000, 1_000]]);
});

test('the bus is asked as a person would ask it', async () => {
  const { asked, ...bus } = sessionBus({ listed: [ours], readable: [':1.70/StatusNotifierItem'] });
  await isTrayItemShown({ pid: 700, ...bus });
  const call = 'gdbus call --session --timeout 2 --dest';
  const dbus = 'org.freedesktop.DBus --object-path /org/freedesktop/DBus --method org.freedesktop.DBus';
  const get = '--method org.freedesktop.DBus.Properties.Get org.kde.StatusNotifier';
  expect(asked).toEqual([
    `${call} org.kde.StatusNotifierWatcher --object-path /StatusNotifierWatcher ${get}Watcher RegisteredStatusNotifierItems`,
    `${call} ${dbus}.GetConnectionUnixProcessID ${ours}`,
    `${call} ${dbus}.GetNameOwner ${ours}`,
    `${call} :1.70 --object-path /StatusNotifierItem ${get}Item Id`,
  ]);
});

test('an item that comes late is shown', async () => {
  const listed: string[] = [];
  const bus = sessionBus({ listed, readable: [':1.70/StatusNotifierItem'] });
  const wait = async () => void listed.push(ours);
  expect(await isTrayItemShown({ pid: 700, run: bus.run, wait })).toBe(true);
});

test('where the bus cannot be asked, or knows the process by another number, the icon is left alone', async () => {
  const { run } = sessionBus({ listed: null, readable: [] });
  expect(await isTrayItemShown({ pid: 700, run })).toBe(true);
  const { asked, ...bus } = sessionBus({ listed: [], readable: [] });
  expect([await isTrayItemShown({ pid: null, ...bus }), asked]).toEqual([true, []]);
});
