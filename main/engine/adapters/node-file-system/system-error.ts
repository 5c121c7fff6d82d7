import { FileSystemError, type FileSystemErrorCode } from '../../ports/file-system.ts';

/** What the system's error codes mean for the engine; what is not named is `io`. */
const CODES: Readonly<Record<string, FileSystemErrorCode>> = {
  ENOENT: 'not_found',
  // A parent that is no directory: the path certainly does not exist.
  ENOTDIR: 'not_found',
  EEXIST: 'exists',
  ENOTEMPTY: 'exists',
  // A directory stands where a file was expected.
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
  EFBIG: 'no_space',
  ENAMETOOLONG: 'name_too_long',
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
  name_too_long: 'the name is too long for this disk',
  not_supported: 'this disk cannot do that',
  io: 'the disk reported an error',
};

/** The system's own code (`ENOENT`) of a thrown value, or null when it carries none. */
export function errnoOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** The engine's error for a thrown value; one that is a `FileSystemError` already comes back as it is. */
export function toFileSystemError(
  error: unknown,
  action: string,
  path: string,
  platform: NodeJS.Platform = process.platform,
): FileSystemError {
  if (error instanceof FileSystemError) return error;
  return refusal(codeOf(errnoOf(error) ?? '', action, platform), action, path, error);
}

/** What takes a name away, or gives one that exists. */
const RENAMING: ReadonlySet<string> = new Set(['move', 'move something to', 'put a file at', 'replace']);

/**
 * Windows answers EPERM when a file that another program has open is to be renamed or replaced, as it does when rights are
 * missing. Nearly always it is the program (edge case 50), and waiting for it does no harm where it is not.
 */
function codeOf(errno: string, action: string, platform: NodeJS.Platform): FileSystemErrorCode {
  if (errno === 'EPERM' && platform === 'win32' && RENAMING.has(action)) return 'busy';
  return CODES[errno] ?? 'io';
}

/** An error of our own making, in the same words as the system's. */
export function refusal(code: FileSystemErrorCode, action: string, path: string, cause?: unknown): FileSystemError {
  return new FileSystemError(code, path, `Cannot ${action} "${path}": ${REASONS[code]}.`, { cause });
}

/** Runs one action on the disk; whatever it throws leaves as a `FileSystemError` that says what could not be done. */
export async function attempt<T>(action: string, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toFileSystemError(error, action, path);
  }
}
