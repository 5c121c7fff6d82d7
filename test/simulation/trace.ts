import { createHash } from 'node:crypto';

/** The digest of a run, line by line (I14). */
export type Trace = {
  add(line: string): void;
  end(): string;
};

/** Lines to hash at a time, because one call of the hash takes as long as many lines. */
const LINES_AT_ONCE = 500;

export function openTrace(): Trace {
  const hash = createHash('sha1');
  const lines: string[] = [];
  const flush = (): void =>
    void hash.update(
      lines
        .splice(0)
        .map((line) => `${line}\n`)
        .join(''),
    );
  return {
    add(line) {
      if (lines.push(line) === LINES_AT_ONCE) flush();
    },
    end() {
      flush();
      return hash.digest('hex');
    },
  };
}
