/** Where a command writes: results to standard output, words for people to standard error. */
export type Terminal = {
  /** Results; with `--json` one JSON document a line and nothing else. */
  result(text: string): void;
  /** Words for people; silent with `--quiet`. */
  say(text: string): void;
  /** Errors; never silent. */
  complain(text: string): void;
  /** Draws the lines of a progress display in place of the ones before; nothing when standard error is no terminal. */
  draw(lines: readonly string[]): void;
  readonly columns: number;
  readonly isInteractive: boolean;
};

type Streams = { readonly stdout: NodeJS.WriteStream; readonly stderr: NodeJS.WriteStream };

export function openTerminal({ stdout, stderr }: Streams, options: { quiet: boolean; json: boolean }): Terminal {
  for (const stream of [stdout, stderr]) stream.on('error', dropWhenUnread);
  const isInteractive = stderr.isTTY === true && !options.quiet && !options.json;
  let drawn = 0;
  const erase = () => {
    if (drawn > 0) stderr.write(`\u001b[${drawn}A\u001b[0J`);
    drawn = 0;
  };
  return {
    result: (text) => {
      erase();
      stdout.write(`${text}\n`);
    },
    say: (text) => {
      if (options.quiet) return;
      erase();
      stderr.write(`${text}\n`);
    },
    complain: (text) => {
      erase();
      stderr.write(`${text}\n`);
    },
    draw: (lines) => {
      if (!isInteractive) return;
      erase();
      for (const line of lines) stderr.write(`${line}\n`);
      drawn = lines.length;
    },
    get columns() {
      return stderr.columns ?? 80;
    },
    isInteractive,
  };
}

/** Whoever read has had enough, as of `| head`: the rest is written to nobody, and the command goes on to its end. */
function dropWhenUnread(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
