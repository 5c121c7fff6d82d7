import { realpath } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { plainEnglish } from '../../../../preload/words/en/english.ts';
import type { OneOff } from '../../../compose/one-off.ts';
import type { UploadOutcome } from '../../../engine/execute/transfer/transfer.ts';
import type { RemoteEntry } from '../../../engine/model/entry.ts';
import { itemId } from '../../../engine/model/ids.ts';
import { nameKey } from '../../../engine/model/names/name-key.ts';
import type { Destination } from '../../../engine/model/transfer/transfer-records.ts';
import { CliError } from '../../cli-error.ts';
import { type Command, defineCommand } from '../../command.ts';
import { explainFailure } from '../../explain-failure.ts';
import { type OpenOneOff, withOneOff } from '../../open/one-off.ts';
import { printableName } from '../../terminal/terminal.ts';
import { formatBytes } from '../../words/format.ts';
import { type FileChecks, openFileChecks } from './file-checks.ts';

/**
 * `tandem upload FILE… --to FOLDER_ID`. An existing name gets a new version of that file, unless it has the same content. Running the same
 * command again resumes an interrupted upload.
 */
export function uploadCommand(open: OpenOneOff): Command {
  return defineCommand({
    name: 'upload',
    summary: 'upload files to a folder on the service',
    usage: 'upload FILE... --to FOLDER_ID [--json]',
    takes: Number.POSITIVE_INFINITY,
    options: {
      to: {
        type: 'string',
        value: 'FOLDER_ID',
        help: 'destination folder: its ID, or its path from the root (default: the root)',
      },
    },
    run: ({ values, flags, positionals, terminal, signal }) => {
      if (positionals.length === 0)
        throw new CliError('usage', 'A file is missing.', 'Usage: tandem upload FILE... --to FOLDER_ID');
      return withOneOff(open, flags, terminal, async (oneOff) => {
        const { findFolder } = await import('../../words/remote-path.ts');
        const folder = itemId(await findFolder(oneOff.connection.client, values.to ?? '0', signal));
        const held = await oneOff.connection.remote.list(folder, signal);
        if (held === null)
          throw new CliError(
            'not_found',
            `There is no folder ${folder} on the service.`,
            'Run `tandem ls` to see what exists.',
          );
        const checks = await openFileChecks(oneOff.fileSystem, signal);
        const paths = [...new Set(positionals.map((path) => resolve(path)))];
        const first = new Map(paths.toReversed().map((path) => [nameKey(basename(path)), path]));
        const results = await Promise.all(
          paths.map(async (path) =>
            first.get(nameKey(basename(path))) === path
              ? uploadOne(oneOff, path, { folder, held, checks, signal }).catch((error: unknown) =>
                  failed(path, error, signal),
                )
              : refused(path, 'name_taken', 'Another file in this command has the same name.', 'Rename one of them.'),
          ),
        );
        for (const result of results) {
          if (flags.json) terminal.result(JSON.stringify(result));
          else if (result.ok)
            terminal.result(
              printableName(`${result.id}  ${result.name}  ${formatBytes(result.size)}  ${result.outcome}`),
            );
          else terminal.complain(printableName(`${result.path}: ${result.message} ${result.remedy}`));
        }
        return results.every((result) => result.ok) ? 0 : 1;
      });
    },
  });
}

type Target = {
  readonly folder: RemoteEntry['id'];
  readonly held: readonly RemoteEntry[];
  readonly checks: FileChecks;
  readonly signal: AbortSignal;
};

type Uploaded =
  | {
      readonly ok: true;
      readonly path: string;
      readonly id: string;
      readonly name: string;
      readonly size: number;
      readonly sha1: string;
      readonly outcome: string;
    }
  | {
      readonly ok: false;
      readonly path: string;
      readonly code: string;
      readonly message: string;
      readonly remedy: string;
    };

async function uploadOne(
  { transfers, fileSystem }: OneOff,
  path: string,
  { folder, held: entries, checks, signal }: Target,
): Promise<Uploaded> {
  // A link counts as the file that it leads to, and keeps its own name.
  const source = await realpath(path).catch(() => path);
  const stat = await fileSystem.stat(source);
  if (stat === null) return refused(path, 'not_found', 'There is no such file.', 'Check the path.');
  if (stat.kind !== 'file') return refused(path, 'not_a_file', 'This is not a file.', 'Use `tandem sync` for folders.');
  const name = basename(path);
  const existing = entries.find((entry) => nameKey(entry.name) === nameKey(name));
  if (existing?.kind === 'folder')
    return refused(path, 'name_taken', `A folder named "${existing.name}" is there.`, 'Rename the file and try again.');
  // The same command again after an interruption: this one is done.
  const held = existing?.content ?? null;
  if (existing !== undefined && held !== null && (await checks.holds(source, stat.fingerprint, held))) {
    const { sha1, sizeBytes } = held;
    return { ok: true, path, id: existing.id, name: existing.name, size: sizeBytes, sha1, outcome: 'unchanged' };
  }
  const destination: Destination =
    existing === undefined
      ? { kind: 'new', parentId: folder, name }
      : { kind: 'version', itemId: existing.id, name: existing.name, ifMatch: existing.etag };
  const outcome = await transfers.upload({
    source: { kind: 'file', path: source, expect: stat.fingerprint },
    destination,
    contentModifiedAtMs: Math.floor(Number(BigInt(stat.fingerprint.mtimeNs) / 1_000_000n)),
    label: name,
    key: `one-off ${folder} ${path}`,
    signal,
  });
  if (!outcome.ok) return explain(path, outcome);
  const { sha1, sizeBytes } = outcome.content;
  return {
    ok: true,
    path,
    id: outcome.entry.id,
    name: outcome.entry.name,
    size: sizeBytes,
    sha1,
    outcome: existing === undefined ? 'uploaded' : 'new version',
  };
}

const refused = (path: string, code: string, message: string, remedy: string): Uploaded => ({
  ok: false,
  path,
  code,
  message,
  remedy,
});

/** Leaves the other files alone. A cancelled command ends. */
function failed(path: string, error: unknown, signal: AbortSignal): Uploaded {
  if (signal.aborted) throw error;
  const { code, message, remedy } = explainFailure(error);
  return refused(path, code, message, remedy);
}

function explain(path: string, outcome: Exclude<UploadOutcome, { ok: true }>): Uploaded {
  const again = 'Run the same command again.';
  switch (outcome.reason) {
    case 'source_changed':
      return refused(path, 'changing_while_read', 'The file changed while it was read; nothing was committed.', again);
    case 'corrupt':
      return refused(path, 'corrupt_transfer', 'The service received other bytes than were sent.', again);
    case 'cancelled':
      return refused(
        path,
        'cancelled',
        'The upload was cut off.',
        'Run the same command again; it continues where it stopped.',
      );
    case 'taken':
    case 'changed':
      return refused(path, 'name_conflict', 'Someone else changed the item with this name on the service.', again);
    case 'gone':
      return refused(
        path,
        'gone_from_service',
        'The folder no longer exists on the service.',
        'Run `tandem ls` to see what exists.',
      );
    case 'refused':
      return refused(
        path,
        outcome.code,
        `The service refused: ${plainEnglish(outcome.says)}`,
        'Fix the problem that it names and try again.',
      );
  }
}
