import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Why } from '../../../../preload/ipc/shapes/status.ts';
import { CliError } from '../../cli-error.ts';
import { type Command, defineCommand } from '../../command.ts';
import { ask, type OpenControl, withControl } from '../../open/control.ts';
import { printableName } from '../../terminal/terminal.ts';

/** `tandem why PATH`: a path's three observations, the rule, the operation or block, the last error, the next retry. */
export function whyCommand(openControl: OpenControl): Command {
  return defineCommand({
    name: 'why',
    summary: 'explain the state of a path and what happens next',
    usage: 'why PATH [--json]',
    takes: 1,
    options: {},
    run: ({ flags, positionals, terminal }) => {
      const path = positionals[0];
      if (path === undefined) throw new CliError('usage', 'A path is missing.', 'Usage: tandem why PATH');
      if (path.includes('\uFFFD') && !existsSync(path))
        throw new CliError('undecodable', "This name isn't valid Unicode, so it doesn't sync.", 'Rename it.');
      return withControl(openControl, flags.state, async (control) => {
        const why = await ask(control, 'path.why', { path: resolve(path) });
        terminal.result(flags.json ? JSON.stringify(why) : describeWhy(why));
        return why.status === 'blocked' || why.status === 'conflict' ? 2 : 0;
      });
    },
  });
}

export function describeWhy(why: Why): string {
  const lines = [`${why.path}: ${why.sentence}`];
  const sides = [
    ['here', why.local],
    ['service', why.remote],
    ['agreed', why.synced],
  ] as const;
  const isUnseen = why.leftOut !== null && sides.every(([, seen]) => seen === null);
  if (isUnseen) lines.push('  here     not synced');
  for (const [side, seen] of isUnseen ? [] : sides)
    lines.push(`  ${side.padEnd(8)} ${seen === null ? 'not there' : factsOf(seen, side)}`);
  if (why.operation !== null)
    lines.push(`  next     ${why.operation}${why.rule === null ? '' : ` (rule ${why.rule})`}`);
  if (why.problem !== null && !why.sentence.startsWith(why.problem.sentence))
    lines.push(`  trouble  ${why.problem.sentence} ${why.problem.remedy}`);
  if (why.held !== null)
    lines.push(`  held     in batch ${why.held}: \`tandem release ${why.held} --apply\` or \`--restore\``);
  if (why.attempts !== null && why.attempts > 0)
    lines.push(`  tried    ${why.attempts === 1 ? 'once' : `${why.attempts} times`}, without success`);
  if (why.retryAtMs !== null) lines.push(`  again    ${new Date(why.retryAtMs).toISOString()}`);
  return lines.map(printableName).join('\n');
}

type Seen = NonNullable<Why['local']>;

function factsOf({ path, kind, sizeBytes, sha1, id, mark }: Seen, side: 'here' | 'service' | 'agreed'): string {
  const size = sizeBytes === null ? null : `${sizeBytes} bytes`;
  const version = mark === null ? null : side === 'here' ? `modified ${timeOf(mark)}` : `etag ${mark}`;
  const digest = sha1 === null ? null : `SHA-1 ${sha1}`;
  return [path, kind, size, digest, `id ${id}`, version].filter((fact) => fact !== null).join(', ');
}

/** The raw number if it is beyond any calendar date: some disks take times of any year. */
function timeOf(nanoseconds: string): string {
  const date = new Date(Number(BigInt(nanoseconds) / 1_000_000n));
  return Number.isNaN(date.getTime()) ? nanoseconds : date.toISOString();
}
