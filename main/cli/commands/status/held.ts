import type { Held, HeldItem } from '../../../../preload/ipc/shapes/attention.ts';
import { CliError } from '../../cli-error.ts';
import { type Command, defineCommand, type ExitCode } from '../../command.ts';
import { ask, type Control, type OpenControl, type OpenSignedIn, withControl } from '../../open/control.ts';
import { printableName } from '../../terminal/terminal.ts';
import { formatBytes } from '../../words/format.ts';

const PAGE = 1_000;

/** `tandem held [BATCH]`: lists large batches that wait for a decision; for one batch, all of its items. */
export function heldCommand(openControl: OpenControl): Command {
  return defineCommand({
    name: 'held',
    summary: 'list large deletes and changes that wait for your decision',
    usage: 'held [BATCH] [--json]',
    options: {},
    takes: 1,
    run: ({ flags, positionals, terminal }) =>
      withControl<ExitCode>(openControl, flags.state, async (control) => {
        const [named] = positionals;
        if (named !== undefined) {
          const items = await listed(control, batchNumber(named));
          if (flags.json) terminal.result(JSON.stringify({ items }));
          else for (const item of items) terminal.result(printableName(item.path));
          return 0;
        }
        const held = await ask(control, 'held.list', {});
        if (flags.json) terminal.result(JSON.stringify({ held }));
        else for (const batch of held) terminal.result(describe(batch));
        if (held.length === 0) terminal.say('No held batches.');
        else terminal.say('Run `tandem release BATCH --apply` to carry it out, or `--restore` to undo it.');
        return held.length === 0 ? 0 : 2;
      }),
  });
}

async function listed(control: Control, id: number): Promise<readonly HeldItem[]> {
  const items: HeldItem[] = [];
  for (;;) {
    const page = await ask(control, 'held.items', { id, limit: PAGE, offset: items.length });
    items.push(...page.items);
    if (page.items.length < PAGE) return items;
  }
}

function describe(batch: Held): string {
  const more = batch.items > batch.sample.length ? ', ...' : '';
  return [
    `${String(batch.id).padStart(4)}  ${batch.sentence}`,
    `      ${formatBytes(batch.bytes)}, since ${new Date(batch.sinceMs).toISOString()}: ${batch.sample.join(', ')}${more}`,
  ]
    .map(printableName)
    .join('\n');
}

const releaseOptions = {
  apply: { type: 'boolean', help: 'carry out the deletes or changes' },
  restore: { type: 'boolean', help: 'undo them where they happened' },
  items: {
    type: 'string',
    value: 'COUNT',
    help: 'with --apply: do nothing if the batch now has more items (`items` of `tandem held --json`)',
  },
} as const;

const USAGE = 'Usage: tandem release BATCH --apply/--restore [--items COUNT]; `tandem held` lists the batches.';

/** `tandem release BATCH --apply/--restore`: one decision for a whole batch. Only the caller knows how many items a person saw. */
export function releaseCommand(open: OpenSignedIn): Command {
  return defineCommand({
    name: 'release',
    summary: 'apply or restore a batch that waits for your decision',
    usage: 'release BATCH --apply/--restore [--items COUNT] [--json]',
    options: releaseOptions,
    takes: 1,
    run: ({ flags, positionals, values, terminal }) => {
      const [named] = positionals;
      if (named === undefined) throw new CliError('usage', 'A batch is missing.', USAGE);
      const id = batchNumber(named);
      const decision = values.apply === true ? 'apply' : 'restore';
      if ((values.apply === true) === (values.restore === true)) {
        throw new CliError('usage', 'Use either --apply or --restore.', USAGE);
      }
      const seen = values.items === undefined ? {} : { items: itemCount(values.items, decision) };
      return open(flags, async (control): Promise<ExitCode> => {
        const decided = await ask(control, 'held.release', { id, decision, ...seen });
        if (flags.json) terminal.result(JSON.stringify(decided));
        if (decision === 'apply') terminal.say(`${decided.released} applied.`);
        else
          terminal.say(
            decided.failedTotal > 0
              ? `${decided.restored} restored, ${decided.failedTotal} not.`
              : 'The batch was restored.',
          );
        for (const { path, message } of decided.failed) terminal.complain(printableName(`${path}: ${message}`));
        const unlisted = decided.failedTotal - decided.failed.length;
        if (unlisted > 0) terminal.complain(`${unlisted} more are not listed.`);
        if (!control.isRunning) terminal.say('The next sync does the rest.');
        return decided.failedTotal === 0 ? 0 : 2;
      });
    },
  });
}

function batchNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new CliError('usage', `"${text}" is not a batch number.`, USAGE);
}

function itemCount(text: string, decision: 'apply' | 'restore'): number {
  if (decision !== 'apply') throw new CliError('usage', '--items goes with --apply.', USAGE);
  if (/^\d+$/.test(text)) return Number(text);
  throw new CliError('usage', `"${text}" is not a number of items.`, USAGE);
}
