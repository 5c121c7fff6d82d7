import type { Bandwidth } from '../../../../preload/ipc/shapes/bandwidth.ts';
import { CliError } from '../../cli-error.ts';
import { type Command, defineCommand, type ExitCode } from '../../command.ts';
import { ask, type OpenControl, withControl } from '../../open/control.ts';
import { formatBytes } from '../../words/format.ts';
import { readSpeed } from '../../words/read-speed.ts';

const options = {
  up: { type: 'string', value: 'SPEED', help: 'upload limit in bytes per second: 500k, 2M, 1G or none' },
  down: { type: 'string', value: 'SPEED', help: 'download limit in bytes per second' },
  plan: {
    type: 'string',
    value: 'JSON',
    help: 'limits for both directions with their schedule, in the format that --json prints',
  },
} as const;

const usage = 'bandwidth [--up SPEED] [--down SPEED] [--plan JSON] [--json]';

/** `tandem bandwidth`: limits transfers. Changes apply at once and survive a restart; hourly limits stay. */
export function bandwidthCommand(openControl: OpenControl): Command {
  return defineCommand({
    name: 'bandwidth',
    summary: 'show or set the speed limits',
    usage,
    options,
    run: ({ values, flags, terminal }) =>
      withControl<ExitCode>(openControl, flags.state, async (control) => {
        const before = await ask(control, 'bandwidth.get', {});
        const wanted = changed(values.plan === undefined ? before : await readPlan(values.plan), values);
        const isChange = values.plan !== undefined || values.up !== undefined || values.down !== undefined;
        const now = isChange ? await ask(control, 'bandwidth.set', wanted) : before;
        if (flags.json) terminal.result(JSON.stringify(now));
        else for (const way of ['up', 'down'] as const) terminal.result(line(way, now[way]));
        return 0;
      }),
  });
}

type Speeds = { readonly up?: string | undefined; readonly down?: string | undefined };

function changed(plan: Bandwidth, { up, down }: Speeds): Bandwidth {
  return {
    up: up === undefined ? plan.up : { ...plan.up, bytesPerSecond: readSpeed('--up', up) },
    down: down === undefined ? plan.down : { ...plan.down, bytesPerSecond: readSpeed('--down', down) },
  };
}

async function readPlan(text: string): Promise<Bandwidth> {
  const { Bandwidth: Shape } = await import('../../../../preload/ipc/shapes/bandwidth.ts');
  try {
    return Shape.parse(JSON.parse(text));
  } catch {
    const remedy = 'Usage: a document such as `tandem bandwidth --json` prints.';
    throw new CliError('usage', '--plan is not a valid bandwidth plan.', remedy);
  }
}

function line(way: 'up' | 'down', { bytesPerSecond, hours }: Bandwidth['up']): string {
  const name = way === 'up' ? 'Upload' : 'Download';
  return [`${name}: ${speed(bytesPerSecond)}`, ...hours.map(hoursLine)].join('\n');
}

const speed = (bytesPerSecond: number | null): string =>
  bytesPerSecond === null ? 'no limit' : `at most ${formatBytes(bytesPerSecond)}/s`;

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function hoursLine({ weekdays, fromMinute, toMinute, bytesPerSecond }: Bandwidth['up']['hours'][number]): string {
  const on = weekdays.map((day) => days[day]).join(', ');
  return `    ${on} ${clock(fromMinute)}-${clock(toMinute)}: ${speed(bytesPerSecond)}`;
}

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
