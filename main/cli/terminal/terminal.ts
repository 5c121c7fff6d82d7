/** A command's output: results go to standard output, messages for people to standard error. */
export type Terminal = {
  /** Results; with `--json` only JSON, one document per line. */
  result(text: string): void;
  /** Messages for people; silent with `--quiet`. */
  say(text: string): void;
  /** Errors; never silenced. */
  complain(text: string): void;
  /** Redraws a progress display in place; a no-op with `--quiet`, with `--json`, or without a terminal. */
  draw(lines: readonly string[]): void;
  readonly columns: number;
  readonly isInteractive: boolean;
};

/** `lost`: the code of the error that a result was lost to; null: none was. */
type OpenedTerminal = Terminal & { lost(): string | null };

type Streams = { readonly stdout: NodeJS.WriteStream; readonly stderr: NodeJS.WriteStream };

export function openTerminal({ stdout, stderr }: Streams, options: { quiet: boolean; json: boolean }): OpenedTerminal {
  let lost: string | null = null;
  stdout.on('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => {
    // The reader closed the pipe, as `| head` does: drop the rest of the output and let the command finish.
    if (code !== 'EPIPE') lost ??= code;
  });
  // Messages for people, such as a log on a full disk: no reason to stop syncing.
  stderr.on('error', () => undefined);
  const isInteractive = stderr.isTTY === true && !options.quiet && !options.json;
  let drawn = 0;
  const erase = () => {
    if (drawn > 0) stderr.write(`\u001b[${drawn}A\u001b[0J`);
    drawn = 0;
  };
  return {
    result: (text) => {
      erase();
      stdout.write(`${printable(text)}\n`);
    },
    say: (text) => {
      if (options.quiet) return;
      erase();
      stderr.write(`${printable(text)}\n`);
    },
    complain: (text) => {
      erase();
      stderr.write(`${printable(text)}\n`);
    },
    draw: (lines) => {
      if (!isInteractive) return;
      erase();
      for (const line of lines) stderr.write(`${printableName(line)}\n`);
      drawn = lines.length;
    },
    get columns() {
      return stderr.columns ?? 80;
    },
    isInteractive,
    lost: () => lost,
  };
}

/** Control characters and bidirectional overrides: in a name they could move the cursor, or make it look like another name. */
const UNPRINTABLE = /(?![\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Escapes in JSON notation, which a terminal prints as is and which stays valid within a JSON string. */
const printable = (text: string): string => text.replace(UNPRINTABLE, escaped);

/** A name on a single line. */
export const printableName = (name: string): string => printable(name).replace(/[\n\t]/g, escaped);

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
