import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { findPlaces } from '../../../../main/account/places.ts';
import { CliError } from '../../../../main/cli/cli-error.ts';
import type { Examine } from '../../../../main/cli/commands/status/doctor.ts';
import { reportCommand } from '../../../../main/cli/commands/status/report.ts';
import type { Control, OpenControl } from '../../../../main/cli/open/control.ts';
import { seamDouble, statusWith } from '../../../support/desktop/seam-double.ts';

const check = { name: 'disk', outcome: 'good', sentence: 'There is room.', remedy: null } as const;
const refuse = (message: string) => async () => {
  throw new CliError('state_unreadable', message, 'Name another state.');
};

async function report(openControl: OpenControl, examine: Examine = async () => [check]) {
  const printed: string[] = [];
  const terminal = {
    result: (text: string) => void printed.push(text),
    say: () => undefined,
    complain: () => undefined,
    draw: () => undefined,
    columns: 80,
    isInteractive: false,
  };
  const command = reportCommand(openControl, examine, { version: '1.2.3', node: 'v24', platform: 'linux' });
  const places = findPlaces({ env: {}, platform: 'linux', home: tmpdir(), exists: () => false });
  const code = await command.run([], { places, env: {}, terminal, signal: new AbortController().signal });
  return { code, text: JSON.parse(printed.join('')) };
}

test('a report of an engine that answers has its state, and no problems', async () => {
  const seam = seamDouble({
    'status.get': { ok: true, value: statusWith({}) },
    'activity.list': { ok: true, value: { entries: [], more: false } },
  });
  const call = (name: keyof typeof seam.handlers, input: never) => seam.handlers[name](input);
  const control = { isRunning: true, call, close: async () => undefined } as unknown as Control;
  const { code, text } = await report(async () => control);
  expect(code).toBe(0);
  expect(text).toMatchObject({ version: '1.2.3', checks: [check], running: true, journal: [], problems: [] });
});

test('a state that cannot be opened is named in the report, which has everything else', async () => {
  const { code, text } = await report(refuse('The state cannot be read.'));
  expect(code).toBe(0);
  expect(text).toMatchObject({
    version: '1.2.3',
    checks: [check],
    running: false,
    status: null,
    problems: ['The state cannot be read.'],
  });
});

test('a report where nothing can be looked at still says why, once', async () => {
  const { code, text } = await report(refuse('The state cannot be read.'), refuse('The state cannot be read.'));
  expect([code, text.checks, text.problems]).toEqual([0, [], ['The state cannot be read.']]);
});
