/** Keeps the program running when its output breaks, as that of a closed terminal or a full disk does: each line would be an uncaught error. */
export function outliveTerminal({ stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'>): void {
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
}
