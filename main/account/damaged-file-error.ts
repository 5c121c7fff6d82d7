import { fixOf } from '../../preload/words/message.ts';
import { ExplainedError } from './explained-error.ts';

/** A file of ours that cannot be read: someone edited it, or the disk lost a part of it. */
class DamagedFileError extends ExplainedError {
  constructor(path: string, options: { cause: unknown }) {
    const says = { code: 'account_file_damaged', args: { path } } as const;
    super('damaged_file', says, fixOf(says), options);
  }
}

/** Parses the text of such a file. @throws DamagedFileError */
export function parseFile<Value>(path: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (cause) {
    throw new DamagedFileError(path, { cause });
  }
}
