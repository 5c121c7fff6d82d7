/**
 * Runs one step of a plan: the only code that changes either side. Each kind has its own file in `steps/`, and all follow the
 * same order: check preconditions, act, return the result. The caller records the result, so a crash between effect and
 * record runs the step again: every step is safe to repeat.
 */
import { assertNever } from '../model/assert-never.ts';
import { isWithin } from '../model/disk-path.ts';
import type { Step, StepKind } from '../model/plan/step.ts';
import { FileSystemError } from '../ports/file-system.ts';
import { RemoteError } from '../ports/remote/remote.ts';
import type { Execution } from './execution.ts';
import { diskProblem, remoteProblem } from './problems.ts';
import { cancelled, failed, type StepResult, stale } from './step-result.ts';
import { adopt } from './steps/adopt.ts';
import { forget } from './steps/forget.ts';
import { hashFile } from './steps/hash.ts';
import { createLocalFolder } from './steps/local/create-local-folder.ts';
import { download } from './steps/local/download.ts';
import { downloadVersion } from './steps/local/download-version.ts';
import { moveLocal } from './steps/local/move-local.ts';
import { rescueLocal } from './steps/local/rescue.ts';
import { setAside } from './steps/local/set-aside.ts';
import { trashLocal } from './steps/local/trash-local.ts';
import { createRemoteFolder } from './steps/remote/create-remote-folder.ts';
import { moveRemote } from './steps/remote/move-remote.ts';
import { trashRemote } from './steps/remote/trash-remote.ts';
import { upload } from './steps/remote/upload.ts';
import { uploadVersion } from './steps/remote/upload-version.ts';
import { nodesOf, subjectOf } from './subject.ts';

/** Never rejects for disk or service errors; a rejection is a bug. */
export async function executeStep(execution: Execution, step: Step, signal: AbortSignal): Promise<StepResult> {
  if (signal.aborted) return cancelled;
  try {
    return await run(execution, step, signal);
  } catch (error) {
    if (signal.aborted) return cancelled;
    return fromError(execution, step, error);
  }
}

function run(execution: Execution, step: Step, signal: AbortSignal): StepResult | Promise<StepResult> {
  switch (step.kind) {
    case 'hash':
      return hashFile(execution, step, signal);
    case 'adopt':
      return adopt(execution, step);
    case 'forget':
      return forget(execution, step);
    case 'create-remote-folder':
      return createRemoteFolder(execution, step, signal);
    case 'create-local-folder':
      return createLocalFolder(execution, step);
    case 'upload':
      return upload(execution, step, signal);
    case 'upload-version':
      return uploadVersion(execution, step, signal);
    case 'download':
      return download(execution, step, signal);
    case 'download-version':
      return downloadVersion(execution, step, signal);
    case 'move-remote':
      return moveRemote(execution, step, signal);
    case 'move-local':
      return moveLocal(execution, step);
    case 'set-aside':
      return setAside(execution, step);
    case 'trash-remote':
      return trashRemote(execution, step, signal);
    case 'trash-local':
      return trashLocal(execution, step, signal);
    case 'rescue':
      return rescueLocal(execution, step);
    default:
      return assertNever(step);
  }
}

/** Steps that only read the disk: permission denied then means that the file is unreadable. */
const READING: ReadonlySet<StepKind> = new Set([
  'hash',
  'upload',
  'upload-version',
  'create-remote-folder',
  'trash-remote',
]);

/** The local trash or the rescue folder, where it is the one that refuses. Null: the item of the step. */
const placeOf = ({ rootPath }: Execution, { path }: FileSystemError): string | null =>
  isWithin(path, rootPath) ? null : path;

function fromError(execution: Execution, step: Step, error: unknown): StepResult {
  const subject = subjectOf(execution.trees, step);
  const problem =
    error instanceof RemoteError
      ? remoteProblem(error, subject)
      : error instanceof FileSystemError
        ? diskProblem(error, placeOf(execution, error) ?? subject, READING.has(step.kind))
        : undefined;
  if (problem === undefined) throw error;
  const refusedName = error instanceof FileSystemError && error.code === 'name_refused' ? localNameOf(step) : null;
  if (problem !== null && refusedName === null) return failed(problem);
  const { localId, itemId } = nodesOf(step);
  return stale(error instanceof Error ? error.message : 'not as planned', {
    localIds: localId === null ? [] : [localId],
    itemIds: itemId === null || refusedName !== null ? [] : [itemId],
    refusedName,
  });
}

/** The name that the step gives to an item of the service here; null: none, so an alias would not help. */
function localNameOf(step: Step): string | null {
  switch (step.kind) {
    case 'download':
    case 'create-local-folder':
      return step.name;
    case 'move-local':
      return step.toName;
    default:
      return null;
  }
}
