import { FileSystemError, type FileSystemErrorCode } from '../../ports/file-system.ts';

/** System error codes mapped to the engine's; any other code is `io`. */
const CODES: Readonly<Record<string, FileSystemErrorCode>> = {
  ENOENT: 'not_found',
  // A parent is not a directory: the path certainly does not exist.
  ENOTDIR: 'not_found',
  EEXIST: 'exists',
  ENOTEMPTY: 'exists',
  // A directory is in place of the expected file.
  EISDIR: 'changed',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  EBUSY: 'busy',
  ETXTBSY: 'busy',
  EAGAIN: 'busy',
  EMFILE: 'busy',
  ENFILE: 'busy',
  ENOSPC: 'no_space',
  EDQUOT: 'no_space',
  EFBIG: 'too_large',
  ENAMETOOLONG: 'name_too_long',
  // APFS and folders of Linux with `+F` know the characters of their own Unicode version only.
  EILSEQ: 'name_refused',
  EXDEV: 'not_supported',
  ENOTSUP: 'not_supported',
  EOPNOTSUPP: 'not_supported',
  ENOSYS: 'not_supported',
  ELOOP: 'not_supported',
};

const REASONS: Readonly<Record<FileSystemErrorCode, string>> = {
  not_found: 'it does not exist',
  exists: 'the name is taken',
  changed: 'it was changed meanwhile',
  denied: 'the system does not permit it',
  busy: 'another program uses it',
  no_space: 'the disk is full',
  too_large: 'the file is too large for this disk',
  name_too_long: 'the name is too long for this disk',
  name_refused: 'this disk does not allow the name',
  not_supported: 'this disk cannot do that',
  io: 'the disk reported an error',
};

/** The system's own code (`ENOENT`) of a thrown value, or null when it carries none. */
export function errnoOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Converts a thrown value to the engine's error; a `FileSystemError` is returned unchanged. */
export function toFileSystemError(
  error: unknown,
  action: string,
  path: string,
  platform: NodeJS.Platform = process.platform,
): FileSystemError {
  if (error instanceof FileSystemError) return error;
  return refusal(codeOf(errnoOf(error) ?? '', action, platform), action, path, error);
}

/** Actions that rename or replace an item. */
const RENAMING: ReadonlySet<string> = new Set([
  'move',
  'move something to',
  'move to the trash',
  'put a file at',
  'replace',
]);

/**
 * Windows returns EPERM both when another program has the file, or one in the folder, open and when rights are missing. It is
 * nearly always the other program (edge case 50), and otherwise waiting does no harm.
 */
function codeOf(errno: string, action: string, platform: NodeJS.Platform): FileSystemErrorCode {
  if (errno === 'EPERM' && platform === 'win32' && RENAMING.has(action)) return 'busy';
  // libuv's word for a function that the disk doesn't have.
  if (errno === 'EISDIR' && platform === 'win32') return 'not_supported';
  return CODES[errno] ?? 'io';
}

/** An error raised by us, worded like the system's. */
export function refusal(code: FileSystemErrorCode, action: string, path: string, cause?: unknown): FileSystemError {
  return new FileSystemError(code, path, `Cannot ${action} "${path}": ${REASONS[code]}.`, { cause });
}

/** Runs one disk action; any error is thrown as a `FileSystemError` that names the action. */
export async function attempt<T>(action: string, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toFileSystemError(error, action, path);
  }
}
