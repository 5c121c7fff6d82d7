/** Keeps the program running when its output breaks, as that of a closed terminal or a full disk does: each line would be an uncaught error. */
export function outliveTerminal({ stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'>): void {
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
}

type Output = { readonly isTTY?: boolean };

type Program = { readonly stdout: Output; readonly stderr: Output; on(signal: 'SIGHUP', act: () => void): unknown };

/** Calls `stop` when the program's terminal closes. Under `nohup` it has none and keeps running: Node resets the signal handling that `nohup` sets. */
export function onTerminalClosed(program: Program, stop: () => void): void {
  const isInTerminal = program.stdout.isTTY === true || program.stderr.isTTY === true;
  program.on('SIGHUP', () => (isInTerminal ? stop() : undefined));
}
