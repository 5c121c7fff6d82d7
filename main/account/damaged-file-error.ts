/** A file of ours that cannot be read: someone edited it, or the disk lost a part of it. */
class DamagedFileError extends Error {
  readonly code = 'damaged_file';
  readonly remedy: string;
  constructor(path: string, options: { cause: unknown }) {
    super(`The file ${path} is damaged.`, options);
    this.name = 'DamagedFileError';
    this.remedy = `Delete ${path} and sign in again with \`tandem login\`, or with \`npm start\` for the private service. Synced folders stay as they are.`;
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
