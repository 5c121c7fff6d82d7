import { expect, test } from 'vitest';
import { findTrayHost, type RunProgram, runProgram } from '../../../../../main/shell/tray/tray-host.ts';

const missing = (program: string): Error => Object.assign(new Error(`spawn ${program} ENOENT`), { code: 'ENOENT' });

/** A computer on which these programs are installed, with what the bus answers them; everything asked is kept. */
function computer(answers: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const lines: string[] = [];
  const run: RunProgram = async (program, args) => {
    asked.push(program);
    lines.push([program, ...args].join(' '));
    const answer = answers[program];
    if (answer === undefined) throw missing(program);
    return answer;
  };
  return { asked, lines, run, wait: async () => void asked.push('a second') };
}

test.each([
  ['gdbus', '(<true>,)\n', true],
  ['gdbus', '(<false>,)\n', false],
  ['busctl', 'b true\n', true],
  ['busctl', 'b false\n', false],
  ['dbus-send', 'method return time=1 sender=:1.5\n   variant       boolean true\n', true],
  ['dbus-send', 'method return time=1 sender=:1.5\n   variant       boolean false\n', false],
])('%s that answers %j: a tray is shown: %s', async (program, answer, expected) => {
  expect(await findTrayHost('linux', { tries: 1, ...computer({ [program]: answer }) })).toBe(expected);
});

test('without a session bus, or a program that asks it, there is no tray', async () => {
  const { asked, run, wait } = computer({});
  expect(await findTrayHost('linux', { tries: 1, run, wait })).toBe(false);
  expect(asked).toEqual(['gdbus', 'busctl', 'dbus-send']);
});

test('at login the panel may come later than the application', async () => {
  const answers: Record<string, string> = { gdbus: '(<false>,)' };
  const { asked, run } = computer(answers);
  const wait = async () => {
    asked.push('a second');
    if (asked.length > 3) answers['gdbus'] = '(<true>,)';
  };
  expect(await findTrayHost('linux', { tries: 15, run, wait })).toBe(true);
  expect(asked).toEqual(['gdbus', 'a second', 'gdbus', 'a second', 'gdbus']);
});

test.each(['darwin', 'win32'] as const)('%s always has a tray, and nothing is asked', async (platform) => {
  const { asked, run, wait } = computer({});
  expect([await findTrayHost(platform, { tries: 1, run, wait }), asked]).toEqual([true, []]);
});

test('the bus is asked for the one property, and waits for two seconds at most', async () => {
  const { lines, run } = computer({});
  await findTrayHost('linux', { tries: 1, run });
  const watcher = 'org.kde.StatusNotifierWatcher';
  const get = 'org.freedesktop.DBus.Properties.Get';
  const property = 'IsStatusNotifierHostRegistered';
  expect(lines).toEqual([
    `gdbus call --session --timeout 2 --dest ${watcher} --object-path /StatusNotifierWatcher --method ${get} ${watcher} ${property}`,
    `busctl --user --timeout=2 get-property ${watcher} /StatusNotifierWatcher ${watcher} ${property}`,
    `dbus-send --session --print-reply --reply-timeout=2000 --dest=${watcher} /StatusNotifierWatcher ${get} string:${watcher} string:${property}`,
  ]);
});

test('a program returns its output, and one that fails or is missing rejects', async () => {
  expect(await runProgram(process.execPath, ['-p', '6 * 7'])).toBe('42\n');
  await expect(runProgram(process.execPath, ['-e', 'process.exit(3)'])).rejects.toMatchObject({ code: 3 });
  await expect(runProgram('tandem-no-such-program', [])).rejects.toMatchObject({ code: 'ENOENT' });
});
