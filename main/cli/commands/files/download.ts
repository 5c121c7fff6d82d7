import { realpath, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { plainEnglish } from '../../../../preload/words/en/english.ts';
import type { OneOff } from '../../../compose/one-off.ts';
import type { DownloadOutcome } from '../../../engine/execute/transfer/transfer.ts';
import type { RemoteEntry } from '../../../engine/model/entry.ts';
import type { ItemId } from '../../../engine/model/ids.ts';
import { STATE_FOLDER } from '../../../engine/model/names/state-folder.ts';
import { diskNameFault } from '../../../engine/plan/names/names.ts';
import { CliError } from '../../cli-error.ts';
import { type Command, defineCommand } from '../../command.ts';
import { explainFailure } from '../../explain-failure.ts';
import { type OpenOneOff, withOneOff } from '../../open/one-off.ts';
import { printableName } from '../../terminal/terminal.ts';
import { formatBytes } from '../../words/format.ts';
import { readItemId } from '../../words/read-item-id.ts';
import { type FileChecks, openFileChecks } from './file-checks.ts';

/**
 * `tandem download ITEM_ID [--to DIR]`: downloads a file or a whole folder. Never overwrites: an existing file with the same content counts as
 * done, a different one is an error.
 */
export function downloadCommand(open: OpenOneOff): Command {
  return defineCommand({
    name: 'download',
    summary: 'download a file, or a folder with everything in it',
    usage: 'download ITEM_ID [--to DIR] [--json]',
    takes: 1,
    options: { to: { type: 'string', value: 'DIR', help: 'destination folder (default: the current folder)' } },
    run: ({ values, flags, positionals, terminal, signal }) => {
      const [named] = positionals;
      if (named === undefined)
        throw new CliError('usage', 'An item ID is missing.', 'Usage: tandem download ITEM_ID [--to DIR]');
      const id = readItemId(named);
      return withOneOff(open, flags, terminal, async (oneOff) => {
        const directory = await folderAt(oneOff, resolve(values.to ?? '.'));
        const remote = oneOff.connection.remote;
        const entry = (await remote.item(id, 'file', signal)) ?? (await remote.item(id, 'folder', signal));
        if (entry === null)
          throw new CliError('not_found', `The service has no item ${id}.`, 'Run `tandem ls` to see what exists.');
        const checks = await openFileChecks(oneOff.fileSystem, signal);
        const results = await fetchEntry({ ...oneOff, root: directory, above: [], checks, signal }, entry, directory);
        await leaveNoStaging(directory);
        for (const result of results) {
          if (flags.json) terminal.result(JSON.stringify(result));
          else if (result.ok) terminal.result(printableName(`${result.path}  ${formatBytes(result.size)}`));
          else terminal.complain(printableName(`${result.path}: ${result.message} ${result.remedy}`));
        }
        return results.every((result) => result.ok) ? 0 : 1;
      });
    },
  });
}

/** A link to a folder counts as the folder. */
async function folderAt({ fileSystem }: OneOff, given: string): Promise<string> {
  const directory = await realpath(given).catch(() => given);
  if ((await fileSystem.stat(directory))?.kind === 'folder') return directory;
  throw new CliError(
    'not_found',
    `${given} is not a folder on this computer.`,
    'Create it, or name another one with --to.',
  );
}

/** Names from the service are not trusted as paths: a separator or `..` is refused (edge case 35). */
const HERE =
  process.platform === 'win32'
    ? ({ platform: 'windows', nameLimit: { length: 255, unit: 'utf16' } } as const)
    : ({ platform: 'posix', nameLimit: { length: 255, unit: 'utf8' } } as const);

type Fetched =
  | { readonly ok: true; readonly id: string; readonly path: string; readonly size: number; readonly sha1: string }
  | {
      readonly ok: false;
      readonly id: string;
      readonly path: string;
      readonly code: string;
      readonly message: string;
      readonly remedy: string;
    };

/** `above`: the folders on the way to the current one. */
type Run = OneOff & {
  readonly root: string;
  readonly above: readonly ItemId[];
  readonly checks: FileChecks;
  readonly signal: AbortSignal;
};

/** A failure leaves the other entries alone. A cancelled command ends. */
const fetchEntry = (run: Run, entry: RemoteEntry, directory: string): Promise<readonly Fetched[]> =>
  fetchNamed(run, entry, directory).catch((error: unknown) => {
    if (run.signal.aborted) throw error;
    const { code, message, remedy } = explainFailure(error);
    return [refused(entry, join(directory, entry.name), code, message, remedy)];
  });

async function fetchNamed(run: Run, entry: RemoteEntry, directory: string): Promise<readonly Fetched[]> {
  const fault = diskNameFault(entry.name, HERE);
  if (fault !== null) {
    const shown = join(directory, JSON.stringify(entry.name));
    const message = plainEnglish({ code: 'name_refused_by_disk', args: { name: entry.name, ...fault } });
    return [refused(entry, shown, 'name_not_allowed_here', message, 'Rename it on the service.')];
  }
  const path = join(directory, entry.name);
  if (entry.kind === 'file') return [await fetchFile(run, entry, path)];
  // A faulty service, or a hostile one: without this, the way down never ends.
  if (run.above.includes(entry.id))
    return [refused(entry, path, 'cyclic', 'The service lists this folder inside itself.', 'Move it on the service.')];
  const below = await run.connection.remote.list(entry.id, run.signal);
  if (below === null) return [gone(entry, path)];
  const there = await run.fileSystem.stat(path);
  if (there === null) await run.fileSystem.createFolder(path);
  else if (there.kind !== 'folder')
    return [refused(entry, path, 'exists', 'A file with this name is in the way.', 'Move it away and try again.')];
  const within = { ...run, above: [...run.above, entry.id] };
  return (await Promise.all(below.map((child) => fetchEntry(within, child, path)))).flat();
}

async function fetchFile(run: Run, entry: RemoteEntry, path: string): Promise<Fetched> {
  const { content } = entry;
  if (content === null)
    return refused(entry, path, 'unexpected', 'The service sent no size or SHA-1 for this file.', 'Try again.');
  const there = await run.fileSystem.stat(path);
  if (there !== null) {
    return (await run.checks.holds(path, there.fingerprint, content))
      ? { ok: true, id: entry.id, path, size: content.sizeBytes, sha1: content.sha1 }
      : refused(
          entry,
          path,
          'exists',
          'Another file has this name already.',
          'Move it away, or name another folder with --to.',
        );
  }
  const outcome = await run.transfers.download({
    itemId: entry.id,
    versionId: entry.versionId,
    content,
    root: run.root,
    target: () => path,
    expect: null,
    contentModifiedAtMs: entry.contentModifiedAtMs,
    label: entry.name,
    key: `one-off ${entry.id} ${path}`,
    signal: run.signal,
  });
  return outcome.ok
    ? { ok: true, id: entry.id, path, size: content.sizeBytes, sha1: content.sha1 }
    : explain(entry, path, outcome);
}

const refused = (entry: RemoteEntry, path: string, code: string, message: string, remedy: string): Fetched => ({
  ok: false,
  id: entry.id,
  path,
  code,
  message,
  remedy,
});

const gone = (entry: RemoteEntry, path: string): Fetched =>
  refused(
    entry,
    path,
    'gone_from_service',
    'It no longer exists on the service.',
    'Run `tandem ls` to see what exists.',
  );

function explain(entry: RemoteEntry, path: string, outcome: Exclude<DownloadOutcome, { ok: true }>): Fetched {
  const again = 'Run the same command again.';
  switch (outcome.reason) {
    case 'target_changed':
      return refused(entry, path, 'exists', 'Something else took this name meanwhile.', 'Move it away and try again.');
    case 'gone':
      return gone(entry, path);
    case 'no_permission':
      return refused(
        entry,
        path,
        'no_permission',
        "Your role doesn't allow you to download it.",
        'Ask its owner for another role.',
      );
    case 'remote_changed':
      return refused(entry, path, 'gone_from_service', 'It changed on the service meanwhile.', again);
    case 'corrupt':
      return refused(
        entry,
        path,
        'corrupt_transfer',
        'The download did not match the file on the service, so it was discarded.',
        again,
      );
    case 'disk_full':
      return refused(
        entry,
        path,
        'disk_full',
        outcome.space === null
          ? 'The disk takes no more data, although it has enough space: a quota may limit you.'
          : `With the space that Tandem leaves free, it needs ${formatBytes(outcome.space.neededBytes)}. The disk has ${formatBytes(outcome.space.freeBytes)}.`,
        'Free some space and try again.',
      );
    case 'too_large':
      return refused(
        entry,
        path,
        'too_large_for_disk',
        'It is larger than a file on this disk can be.',
        'Download it to another disk.',
      );
    case 'cancelled':
      return refused(
        entry,
        path,
        'cancelled',
        'The download was cut off.',
        'Run the same command again; it continues where it stopped.',
      );
  }
}

/** Removes the staging folder if it is empty. That of a sync root, and data for a later resume, stay. */
async function leaveNoStaging(directory: string): Promise<void> {
  await rmdir(join(directory, STATE_FOLDER, 'staging')).catch(() => undefined);
  await rmdir(join(directory, STATE_FOLDER)).catch(() => undefined);
}
